import { clamp, make } from "./dom.js";

// Small pictures of some frames, one each 40 ms, expected above actual; `part` of the films is shown.
export class Strip {
  constructor(films, frames, part, go) {
    const last = frames.length - 1;
    const length = (frames[last].time ?? 0) - (frames[0].time ?? 0);
    const count = clamp(Math.round(length / 0.04) + 1, Math.min(frames.length, 12), Math.min(frames.length, 150));
    const places = [...new Set(Array.from({ length: count }, (_, i) => Math.round(i * last / Math.max(1, count - 1))))];
    this.films = films;
    this.part = part;
    this.buttons = places.map((place) => {
      const { index, time, share = 0 } = frames[place];
      const button = make("button", { class: share === 0 ? "" : "off", title: `frame ${index}`, "data-place": place, onclick: () => go(place) },
        make("span", { class: "tag", text: `${index} · ${time == null ? "" : time.toFixed(2)} s` }));
      this.fill(button);
      return button;
    });
    this.node = make("div", { class: "strip" }, ...this.buttons);
  }
  // Draws the pictures of a button that are there.
  fill(button) {
    const [x, y, width, height] = this.part;
    const scale = Math.min(96 / width, 150 / height, 4);
    const pictures = this.films.map((film) => film && film.seek(Number(button.dataset.place))).filter((picture) => picture);
    button.replaceChildren(...pictures.map((picture) => {
      const canvas = make("canvas", { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) });
      const pen = canvas.getContext("2d");
      pen.imageSmoothingQuality = "high";
      pen.drawImage(picture, -x * scale, -y * scale, picture.width * scale, picture.height * scale);
      return make("span", { class: "thumb" }, canvas);
    }), button.lastChild);
  }
  mark(place) {
    const far = (button) => Math.abs(button.dataset.place - place);
    const near = this.buttons.reduce((best, button) => far(button) < far(best) ? button : best);
    for (const button of this.buttons) button.setAttribute("aria-current", String(button === near));
  }
}
