import { make } from "./dom.js";
import { color } from "./theme.js";

// A bar a frame, its height by how much of the frame differs, under a slider. A frame is { index, time, share }: its
// number, seconds, and the part that differs: null if that is unknown, undefined if nothing is compared. `most` is the
// largest share.
export class Bars {
  constructor(frames, most, go) {
    this.canvas = make("canvas");
    this.input = make("input", {
      type: "range", min: 0, step: 1, "aria-label": "Frame", oninput: () => go(Number(this.input.value)),
    });
    this.node = make("div", { class: "bars" }, this.canvas, this.input);
    this.fill(frames, most);
  }
  fill(frames, most) {
    this.frames = frames;
    this.most = Math.max(1e-9, most);
    this.input.max = Math.max(0, frames.length - 1);
  }
  // Marks a place, and the frames from and to which it loops.
  paint(place, span = null) {
    const ratio = devicePixelRatio || 1;
    const [width, height] = [this.node.clientWidth, this.node.clientHeight];
    [this.canvas.width, this.canvas.height] = [Math.round(width * ratio), Math.round(height * ratio)];
    const pen = this.canvas.getContext("2d");
    pen.scale(ratio, ratio);
    const [accent, soft, faint, bad] = ["--accent", "--accent-soft", "--faint", "--bad"].map(color);
    const step = width / Math.max(1, this.frames.length);
    const fill = (style, ...rectangle) => {
      pen.fillStyle = style;
      pen.fillRect(...rectangle);
    };
    this.frames.forEach(({ share = 0 }, i) => {
      const gap = step > 4 ? 1 : 0;
      const isNow = i === place;
      if (isNow) fill(soft, i * step, 0, Math.max(step, 2), height);
      const tall = share == null ? height - 14 : share > 0 ? 4 + (height - 18) * Math.sqrt(share / this.most) : 2;
      pen.globalAlpha = share === 0 ? 0.45 : share == null ? 0.5 : 1;
      fill(share === 0 ? faint : bad, i * step + gap / 2, height - tall - 4, Math.max(1, step - gap), tall);
      pen.globalAlpha = 1;
      if (isNow) fill(accent, i * step, 0, Math.max(step, 2), 3);
    });
    if (span) fill(accent, span[0] * step, height - 2, (span[1] + 1 - span[0]) * step, 2);
    const { index, time } = this.frames[place];
    this.input.value = place;
    this.input.setAttribute("aria-valuetext", `frame ${index}, ${seconds(time)}`);
  }
}
export const seconds = (time) => time == null ? "" : `${time.toFixed(3)} s`;
export const percent = (share) => share == null ? "differs" : share === 0 ? "same" : `${(share * 100).toFixed(share < 0.001 ? 4 : 2)} % differ`;
