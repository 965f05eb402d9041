import { clamp, icon, make } from "./dom.js";
import { color } from "./theme.js";

const speeds = [0.1, 0.25, 0.5, 1];
const playing = { false: "M5 3l10 6-10 6z", true: "M4 3h4v12H4zM10 3h4v12h-4z" };

// A bar a frame, its height by how much of the frame differs, under a slider. A frame is { index, time, share }: its
// number, seconds, and the part that differs: null if that is unknown, undefined if nothing is compared. `most` is the
// largest share.
class Bars {
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
const seconds = (time) => time == null ? "" : `${time.toFixed(3)} s`;
const percent = (share) => share == null ? "differs" : share === 0 ? "same" : `${(share * 100).toFixed(share < 0.001 ? 4 : 2)} % differ`;

// Chooses the frame that is shown: by a click, by steps, by playing. `frames` and `most` are as for `Bars`; `total` is the
// number of all frames, of which these may be some; `isFilm`: can play; `changed` is called with the new place. Only with
// `has`, which says if a picture is there, it loops, plays slower and backward, and passes over those that are not.
export class Player {
  constructor(frames, { most, total, isFilm, changed, has = null }) {
    Object.assign(this, { frames, total, isFilm, changed, has });
    this.at = 0;
    this.isPlaying = false;
    // How many seconds longer the first and the last frame stay.
    [this.first, this.last] = [0, 0];
    [this.speed, this.rate, this.isLooping, this.span, this.missed] = [1, 1, false, null, 0];
    this.bars = new Bars(frames, most, (place) => this.go(place));
    this.label = make("span", { class: "time" });
    this.node = make("div", { class: "scrub" }, has ? this.lane() : null, this.bars.node, this.transport());
  }
  transport() {
    const hints = [["← →", "frame"], ["1–5", "mode"], ["+ −", "zoom"], ["Page ↑ ↓", "scene"]];
    this.button = this.isFilm && (this.has || this.frames.length > 1) ? icon("Play (space)", playing[false], () => this.play()) : null;
    this.leaper = icon("Next frame that differs (N)", "M9 2l7 13H2z", () => this.leap(1));
    return make("div", { class: "transport" },
      icon("First frame (Home)", "M4 3h2v12H4zM15 3v12L7 9z", () => this.go(0)),
      icon("Frame before (←)", "M13 3v12L4 9z", () => this.go(this.at - 1)),
      this.button,
      icon("Next frame (→)", "M5 3l9 6-9 6z", () => this.go(this.at + 1)),
      icon("Last frame (End)", "M3 3l8 6-8 6zM12 3h2v12h-2z", () => this.go(this.frames.length - 1)),
      this.leaper,
      ...this.has ? this.settings() : [],
      this.label, make("span", { class: "space" }),
      this.has ? null : make("span", { class: "keys" },
        ...hints.flatMap(([key, what], i) => [make("kbd", { text: key }), ` ${what}${i < hints.length - 1 ? "  " : ""}`])));
  }
  // Loop, speed, and the number of the frame as a field.
  settings() {
    this.loop = icon("Loop (\\)", "M5 5h7V2l4 4-4 4V7H5v3H3V7a2 2 0 0 1 2-2zm8 8H6v3l-4-4 4-4v3h7V8h2v3a2 2 0 0 1-2 2z", () => this.toggleLoop());
    this.pace = make("select", { "aria-label": "Speed", onchange: () => { this.speed = Number(this.pace.value); } },
      ...speeds.map((speed) => make("option", { value: speed, text: `${speed}×`, selected: speed === 1 })));
    this.number = make("input", {
      type: "number", min: 0, "aria-label": "Go to frame", onchange: () => this.go(Math.round(Number(this.number.value))),
    });
    return [this.loop, this.pace, this.number];
  }
  // Where a loop is drawn with the pointer.
  lane() {
    let from = 0;
    const lane = make("div", { class: "lane", title: "Drag to loop a part ([ and ] set its ends)" });
    const place = (event) => {
      const box = lane.getBoundingClientRect();
      return clamp(Math.floor(this.frames.length * (event.clientX - box.left) / box.width), 0, this.frames.length - 1);
    };
    lane.addEventListener("pointerdown", (event) => {
      lane.setPointerCapture(event.pointerId);
      from = place(event);
    });
    lane.addEventListener("pointermove", (event) => {
      if (event.buttons && place(event) !== from) this.loopOver(Math.min(from, place(event)), Math.max(from, place(event)));
    });
    return lane;
  }
  loopOver(from, to) {
    this.span = from < to ? [from, to] : null;
    this.isLooping = true;
    this.go(this.at);
  }
  toggleLoop() {
    this.isLooping = !this.isLooping;
    if (!this.isLooping) this.span = null;
    this.go(this.at);
  }
  // Takes other frames, and shows one of them.
  fill(frames, most, { holds, fps }, place) {
    Object.assign(this, { frames, first: holds.first, last: holds.last + 1 / fps });
    if (this.total) this.total = frames.length;
    if (this.span && this.span[1] >= frames.length) this.span = null;
    this.bars.fill(frames, most);
    this.go(place);
  }
  go(place) {
    this.at = clamp(place, 0, this.frames.length - 1);
    if (!this.isTicking) this.clock = this.begins(this.at);
    const { index, time, share } = this.frames[this.at];
    this.bars.paint(this.at, this.isLooping ? this.span ?? [0, this.frames.length - 1] : null);
    const difference = share === 0 ? percent(share) : make("em", { text: percent(share) });
    if (this.has) {
      [this.number.value, this.number.max] = [index, this.frames.length - 1];
      this.leaper.hidden = share === undefined;
      this.loop.setAttribute("aria-pressed", String(this.isLooping));
      this.label.replaceChildren(`of ${this.total} · ${seconds(time)}`, ...share === undefined ? [] : [" · ", difference],
        this.missed ? ` · ${this.missed} missed` : "");
    } else {
      this.label.replaceChildren(make("b", { text: `Frame ${index}` }), this.total ? ` of ${this.total} · ${seconds(time)} · ` : " · ", difference);
    }
    this.changed(this.at);
  }
  leap(step) {
    for (let at = this.at + step; at >= 0 && at < this.frames.length; at += step) {
      if ((this.frames[at].share ?? 1) > 0 && "share" in this.frames[at]) return this.go(at);
    }
  }
  play(direction = 1) {
    if (this.isPlaying || !this.isFilm) return this.stop();
    const [from, to] = this.span ?? [0, this.frames.length - 1];
    this.origin = this.at;
    this.missed = 0;
    if (direction > 0 && (this.at >= to || this.at < from)) this.go(from);
    if (direction < 0 && (this.at <= from || this.at > to)) this.go(to);
    [this.isPlaying, this.direction, this.before] = [true, direction, performance.now()];
    this.drawButton();
    requestAnimationFrame((now) => this.tick(now));
  }
  // When a frame is seen first while all are played, from the first.
  begins(place) {
    if (place >= this.frames.length) return this.begins(place - 1) + this.last;
    return (this.frames[place].time ?? 0) + (place > 0 ? this.first : 0);
  }
  tick(now) {
    if (!this.isPlaying) return;
    this.clock += this.direction * this.speed * this.rate * Math.max(0, now - this.before) / 1000;
    this.before = now;
    const [from, to] = this.span ?? [0, this.frames.length - 1];
    const [start, end] = [this.begins(from), this.begins(to + 1)];
    if (this.clock < start || this.clock >= end) {
      if (!this.isLooping || end <= start) {
        this.stop();
        return this.go(this.direction > 0 ? to : from);
      }
      this.clock = start + ((this.clock - start) % (end - start) + end - start) % (end - start);
    }
    let at = from;
    while (at < to && this.begins(at + 1) <= this.clock) at += 1;
    if (at !== this.at && (!this.has || this.has(at))) {
      this.isTicking = true;
      this.go(at);
      this.isTicking = false;
    } else if (at !== this.at && at !== this.late) {
      this.missed += 1;
      this.late = at;
    }
    requestAnimationFrame((time) => this.tick(time));
  }
  stop() {
    this.isPlaying = false;
    this.rate = 1;
    this.drawButton();
  }
  drawButton() {
    this.button?.querySelector("path").setAttribute("d", playing[this.isPlaying]);
    this.button?.setAttribute("aria-pressed", String(this.isPlaying));
  }
  // Plays forward or backward; again the same way, at twice the speed, up to eight times.
  shuttle(direction) {
    if (this.isPlaying && this.direction === direction) {
      this.rate = Math.min(8, this.rate * 2);
    } else {
      this.stop();
      this.play(direction);
    }
  }
  // Stops, and goes back to where playing began.
  back() {
    this.stop();
    this.go(this.origin ?? 0);
  }
  // What each key does; `isFar` is a step of ten.
  keys(isFar) {
    const step = isFar ? 10 : 1;
    return {
      ArrowLeft: () => this.go(this.at - step), ArrowRight: () => this.go(this.at + step),
      Home: () => this.go(0), End: () => this.go(this.frames.length - 1),
      " ": () => this.play(), n: () => this.leap(1), p: () => this.leap(-1),
    };
  }
}
