import { Bars, percent, seconds } from "./bars.js";
import { clamp, icon, make } from "./dom.js";

// Chooses the frame that is shown: by a click, by steps, by playing. `frames` and `most` are as for `Bars`; `total` is the
// number of all frames, of which these may be some; `isFilm`: can play; `changed` is called with the new place.
export class Player {
  constructor(frames, { most, total, isFilm, changed }) {
    this.frames = frames;
    this.total = total;
    this.isFilm = isFilm;
    this.changed = changed;
    this.at = 0;
    this.isPlaying = false;
    this.bars = new Bars(frames, most, (place) => this.go(place));
    this.label = make("span", { class: "time" });
    this.node = make("div", { class: "scrub" }, this.bars.node, this.transport());
  }
  transport() {
    const hints = [["← →", "frame"], ["1–5", "mode"], ["+ −", "zoom"], ["Page ↑ ↓", "scene"]];
    return make("div", { class: "transport" },
      icon("First frame (Home)", "M4 3h2v12H4zM15 3v12L7 9z", () => this.go(0)),
      icon("Frame before (←)", "M13 3v12L4 9z", () => this.go(this.at - 1)),
      this.isFilm && this.frames.length > 1 ? icon("Play (space)", "M5 3l10 6-10 6z", () => this.play()) : null,
      icon("Next frame (→)", "M5 3l9 6-9 6z", () => this.go(this.at + 1)),
      icon("Last frame (End)", "M3 3l8 6-8 6zM12 3h2v12h-2z", () => this.go(this.frames.length - 1)),
      icon("Next frame that differs (N)", "M9 2l7 13H2z", () => this.leap(1)),
      this.label, make("span", { class: "space" }),
      make("span", { class: "keys" }, ...hints.flatMap(([key, what], i) => [make("kbd", { text: key }), ` ${what}${i < hints.length - 1 ? "  " : ""}`])));
  }
  go(place) {
    this.at = clamp(place, 0, this.frames.length - 1);
    const { index, time, share } = this.frames[this.at];
    this.bars.paint(this.at);
    this.label.replaceChildren(make("b", { text: `Frame ${index}` }), this.total ? ` of ${this.total} · ${seconds(time)} · ` : " · ",
      share === 0 ? percent(share) : make("em", { text: percent(share) }));
    this.changed(this.at);
  }
  leap(step) {
    for (let at = this.at + step; at >= 0 && at < this.frames.length; at += step) {
      if (this.frames[at].share !== 0) return this.go(at);
    }
  }
  play() {
    this.isPlaying = this.isFilm && !this.isPlaying;
    if (!this.isPlaying) return;
    const times = this.frames.map((frame) => frame.time ?? 0);
    if (this.at >= times.length - 1) this.go(0);
    const start = performance.now() - 1000 * (times[this.at] - times[0]);
    const tick = (now) => {
      if (!this.isPlaying) return;
      const passed = (now - start) / 1000 + times[0];
      let at = this.at;
      while (at + 1 < times.length && times[at + 1] <= passed) at += 1;
      if (at !== this.at) this.go(at);
      if (at >= times.length - 1) this.isPlaying = false;
      else requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  }
  stop() { this.isPlaying = false; }
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
