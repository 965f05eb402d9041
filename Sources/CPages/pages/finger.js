import { ask, query, tell } from "./api.js";
import { icon, make } from "./dom.js";
import { bitmapOf } from "./frames.js";

const outcomes = { finished: "it finishes", cancelled: "it goes back", neverBegan: "nothing happens, since it has not begun" };

// A finger on the picture that drives the transition under the playhead, by the program's own rules. `page` has the
// `film`, the `run`, the `live` scene, the `stage` with the picture, and shows a picture meanwhile by `hold`; `released`
// is called with the time at which the finger went up.
export class Finger {
  constructor(page) {
    Object.assign(this, { page, isOn: false, fingers: new Map(), touches: [] });
    this.button = icon("Finger (G)", "M7 1.500a1.500 1.500 0 0 1 3 0V8l4 1a2 2 0 0 1 1.500 2.300L14.500 17H8L3.500 11.500a1.300 1.300 0 0 1 2-1.700L7 11z", () => this.toggle());
    this.button.setAttribute("aria-pressed", "false");
    this.status = make("p", { role: "status", "aria-label": "Gesture" });
    this.way = make("input", {
      type: "range", min: 0, max: 100, value: 0, "aria-label": "Finger", "data-own": true, oninput: () => this.slide(),
      onkeydown: (event) => {
        if (event.key !== "Enter") return;
        event.stopPropagation();
        this.release();
      },
    });
    this.node = make("div", { class: "finger", hidden: true }, this.status, make("label", {}, "By keyboard, then Enter", this.way));
  }
  // Whether the pointer on this stage is the finger.
  attach(stage) {
    const take = (type, act) => stage.addEventListener(type, (event) => {
      if (!this.isOn || !this.page.film) return;
      event.preventDefault();
      event.stopPropagation();
      act(event);
    }, true);
    take("pointerdown", (event) => {
      event.target.setPointerCapture(event.pointerId);
      // A second finger begins a pinch.
      this.begin();
      this.put(event);
    });
    take("pointermove", (event) => this.fingers.has(event.pointerId) && this.put(event));
    take("pointerup", (event) => this.fingers.delete(event.pointerId) && this.release());
    take("pointercancel", (event) => this.fingers.delete(event.pointerId) && this.release(true));
  }
  toggle() {
    this.isOn = !this.isOn;
    this.button.setAttribute("aria-pressed", String(this.isOn));
    this.node.hidden = !this.isOn;
    this.page.stage.classList.toggle("touched", this.isOn);
    this.status.textContent = this.page.run ? "Drag on the picture; with Shift, pinch." : "Nothing moves here.";
    this.way.value = 0;
  }
  begin() {
    Object.assign(this, { touches: [], start: performance.now(), run: this.page.run, build: this.page.film.build });
    this.page.player.stop();
  }
  // The place of the pointer, in points; with Shift there is a second finger across the middle.
  put(event) {
    const { size, scale } = this.build;
    const [width, height] = size.map((length) => length / scale);
    const box = document.getElementById("picture").getBoundingClientRect();
    const round = (value) => Math.round(value * 100) / 100;
    const [x, y] = [round(width * (event.clientX - box.left) / box.width), round(height * (event.clientY - box.top) / box.height)];
    this.fingers.set(event.pointerId, [x, y]);
    const places = [...this.fingers.values()].slice(0, 2);
    if (event.shiftKey && places.length === 1) places.push([width - x, height - y]);
    this.add(places.flat());
  }
  add(places) {
    const time = Math.round(performance.now() - this.start) / 1000;
    if (!this.run || this.touches.length >= 4000 || (this.touches.length && this.touches[0].length !== places.length + 1)) return;
    this.touches.push([time, ...places]);
    this.follow();
  }
  // Shows what the newest touch comes to; while that is asked for, only the newest one is kept.
  async follow() {
    this.isNews = true;
    if (this.isAsking) return;
    this.isAsking = true;
    while (this.isNews && this.touches.length) {
      this.isNews = false;
      await this.drive().catch((error) => { this.status.textContent = error.message; });
    }
    this.isAsking = false;
  }
  judge(touches, cancelled = false) {
    return tell(`builds/${this.build.id}/gesture`, { run: this.run.index, touches, cancelled });
  }
  async drive() {
    const { progress, velocity, verdict } = await this.judge(this.touches);
    const moment = query({ run: this.run.index, progress: Math.min(1, Math.max(0, progress)) });
    const picture = await ask(`builds/${this.build.id}/frame?${moment}`);
    const bitmap = await bitmapOf(await picture.blob());
    if (!this.touches.length) return bitmap.close();
    this.page.hold(bitmap, picture.headers.get("Frame-Hash"));
    this.status.textContent = `${Math.round(100 * progress)} %, ${Math.round(velocity)} points a second: let go, and ${outcomes[verdict]}.`;
  }
  async release(cancelled = false) {
    const { touches, run } = this;
    if (!touches.length) return;
    this.touches = [];
    this.fingers.clear();
    this.way.value = 0;
    try {
      const { verdict, tail, gesture } = await this.judge(touches, cancelled);
      if (verdict === "neverBegan") {
        this.page.hold(null);
        this.status.textContent = `Let go: ${outcomes[verdict]}.`;
        return;
      }
      await this.page.live.edit({ file: run.file, path: `${run.pointer}/gesture`, value: gesture });
      this.page.released(run.start + touches.at(-1)[0]);
      this.status.textContent = `Let go: ${outcomes[verdict]}, in ${tail.toFixed(2)} s. Saved, the recording is a test.`;
    } catch (error) {
      this.page.hold(null);
      this.status.textContent = error.message;
    }
  }
  // By keyboard, the finger goes where the program says that progress is.
  async slide() {
    const part = Number(this.way.value) / 100;
    if (!this.touches.length) {
      this.begin();
      this.heading = this.run && await this.find();
    }
    if (!this.heading) {
      this.status.textContent = "No way of one finger leads on here.";
      return;
    }
    const { from, way } = this.heading;
    if (!this.touches.length) this.touches.push([0, ...from]);
    this.add([from[0] + part * way[0], from[1] + part * way[1]]);
  }
  async find() {
    const [width, height] = this.build.size.map((length) => length / this.build.scale);
    for (const [x, y] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
      const from = [x ? width / 2 - x * (width / 2 - 1) : width / 2, y ? height / 2 - y * (height / 2 - 1) : height / 2];
      const way = [x * (width - 2), y * (height - 2)];
      const touches = [0, 0.25, 0.5].map((part) => [part, from[0] + part * way[0], from[1] + part * way[1]]);
      const { progress } = await this.judge(touches).catch(() => ({ progress: 0 }));
      if (progress > 0) return { from, way };
    }
    return null;
  }
}
