import { clamp, group, isNarrow, make } from "./dom.js";
import { isDark } from "./theme.js";

export const modes = [["side", "Side by side"], ["slider", "Slider"], ["overlay", "Overlay"], ["blink", "Blink"], ["heat", "Heat"]];
const zooms = [["fit", "Fit"], [1, "1×"], [2, "2×"], [4, "4×"], [8, "8×"]];

// Settings that all viewers share: comparison, zoom, place of the slider and opacity of the overlay in percent.
export const look = { mode: isNarrow() ? "slider" : "side", zoom: "fit", cut: 50, mix: 50 };

// How much a pixel changed, as a warm colour over a pale picture.
const heat = (a, b, pen) => {
  const { width, height } = pen.canvas;
  const image = pen.createImageData(width, height);
  const out = image.data;
  const paper = isDark() ? 22 : 255;
  for (let i = 0; i < out.length; i += 4) {
    const change = Math.max(Math.abs(a[i] - b[i]), Math.abs(a[i + 1] - b[i + 1]), Math.abs(a[i + 2] - b[i + 2]), Math.abs(a[i + 3] - b[i + 3]));
    if (change === 0) {
      const grey = 0.3 * a[i] + 0.59 * a[i + 1] + 0.11 * a[i + 2];
      const pale = paper + (grey - paper) * 0.16 * (a[i + 3] / 255);
      out[i] = out[i + 1] = out[i + 2] = pale;
    } else {
      const t = Math.sqrt(change / 255);
      out[i] = 90 + 165 * Math.min(1, t * 1.6);
      out[i + 1] = 235 * Math.max(0, t * 1.5 - 0.5);
      out[i + 2] = 150 * Math.max(0, 0.75 - t) + 60 * Math.max(0, t - 0.8);
    }
    out[i + 3] = 255;
  }
  pen.putImageData(image, 0, 0);
};

// Pictures of one film, or of two that are compared. A side is { kind, title, film, missing, id }; without a film,
// `missing` says why; the picture may have an `id`. `frames` have the `area` that differs at each place. `detail` is the
// part of the pictures that is shown unless `isWhole`; null for none. `changed` is called when another part is shown.
// With `choose`, the comparison can be switched off: it is called with the mode that is wanted, "off" among them. `tall`
// is the part of the window's height that pictures may take.
export class Viewer {
  constructor(sides, frames, { detail, isWhole, changed, choose = null, tall = isNarrow() ? 0.8 : 0.52 }) {
    Object.assign(this, { sides, frames, detail, isWhole, changed, choose, tall });
    this.place = 0;
    this.stage = make("div", { class: "stage" });
    this.build();
  }
  get films() { return this.sides.map((side) => side.film); }
  get hasBoth() { return this.films.length === 2 && this.films.every((film) => film); }
  get mode() { return this.hasBoth ? look.mode : "side"; }
  // What is shown of the pictures, in their pixels: x, y, width, height.
  get part() {
    const { width, height } = this.films.find((film) => film);
    return this.detail && !this.isWhole ? this.detail : [0, 0, width, height];
  }
  pane(kind, title, content) {
    const view = make("div", { class: "view" }, content);
    this.stage.append(make("div", { class: "pane" }, make("div", { class: "label" }, kind && make("i", { class: kind }), title), view));
    return view;
  }
  sheet(kind, title, canvases) {
    const mark = make("div", { class: "outline" });
    const sheet = make("div", { class: "sheet" }, ...canvases, mark);
    const view = this.pane(kind, title, sheet);
    this.pan(view);
    this.views.push(view);
    this.sheets.push(sheet);
    this.marks.push(mark);
    return sheet;
  }
  build() {
    [this.x, this.y, this.width, this.height] = this.part;
    this.stage.replaceChildren();
    [this.views, this.sheets, this.marks] = [[], [], []];
    this.cutLine = null;
    clearInterval(this.blinker);
    const layer = (id) => make("canvas", { width: this.width, height: this.height, id });
    this.layers = this.sides.map((side) => side.film && layer(side.id));
    this.heatLayer = this.mode === "heat" ? layer() : null;
    if (this.mode === "side") {
      this.sides.forEach(({ kind, title, film, missing }, i) => film
        ? this.sheet(kind, title, [this.layers[i]]) : this.pane(kind, title, make("p", { class: "void", text: missing })));
    } else if (this.mode === "heat") {
      this.sheet("", "Heat: how much each pixel changed", [this.heatLayer]);
    } else {
      const title = { slider: "Expected on the left, actual on the right", overlay: "Actual over expected", blink: "Expected and actual in turn" }[this.mode];
      const sheet = this.sheet("", title, this.layers);
      if (this.mode === "slider") {
        this.cutLine = make("div", { class: "cut" });
        sheet.append(this.cutLine);
        const drag = (event) => {
          const box = sheet.getBoundingClientRect();
          look.cut = clamp(100 * (event.clientX - box.left) / box.width, 0, 100);
          this.tune();
        };
        sheet.addEventListener("pointerdown", (event) => {
          event.stopPropagation();
          sheet.setPointerCapture(event.pointerId);
          drag(event);
        });
        sheet.addEventListener("pointermove", (event) => event.buttons && drag(event));
      }
      if (this.mode === "blink") {
        let isOld = false;
        this.blinker = setInterval(() => {
          isOld = !isOld;
          this.layers[1].style.visibility = isOld ? "hidden" : "visible";
        }, 450);
      }
    }
    this.size();
    this.tune();
  }
  // What is seen is moved by dragging; all panes move together.
  pan(view) {
    let from = null;
    view.addEventListener("pointerdown", (event) => {
      from = [event.clientX + view.scrollLeft, event.clientY + view.scrollTop];
      view.setPointerCapture(event.pointerId);
      view.classList.add("held");
    });
    view.addEventListener("pointermove", (event) => {
      if (from && event.buttons) view.scrollTo(from[0] - event.clientX, from[1] - event.clientY);
    });
    const release = () => { from = null; view.classList.remove("held"); };
    view.addEventListener("pointerup", release);
    view.addEventListener("pointercancel", release);
    view.addEventListener("scroll", () => {
      for (const other of this.views) {
        if (other !== view) [other.scrollLeft, other.scrollTop] = [view.scrollLeft, view.scrollTop];
      }
    });
  }
  size() {
    const most = Math.min(this.tall * innerHeight, isNarrow() ? Infinity : 1192 * this.tall);
    for (const sheet of this.sheets) {
      const view = sheet.parentElement;
      const room = [view.clientWidth - 28, most - 22];
      const fit = Math.max(0.02, Math.min(room[0] / this.width, room[1] / this.height, 8));
      const factor = look.zoom === "fit" ? (fit > 1 ? Math.floor(fit) : fit) : look.zoom;
      sheet.style.width = `${this.width * factor}px`;
      sheet.style.height = `${this.height * factor}px`;
      // As high as the picture needs.
      view.style.height = `${Math.min(most, this.height * factor + 22)}px`;
      sheet.classList.toggle("sharp", factor >= 1);
    }
  }
  tune() {
    if (!this.hasBoth) return;
    if (this.cutLine) {
      this.layers[1].style.clipPath = `inset(0 0 0 ${look.cut}%)`;
      this.cutLine.style.left = `${look.cut}%`;
    }
    this.layers[1].style.opacity = this.mode === "overlay" ? look.mix / 100 : 1;
  }
  // Shows this place of the films, unless a picture is not there yet: then the old ones stay. Says whether it did.
  show(place) {
    this.place = place;
    const pictures = this.films.map((film) => film?.seek(place));
    if (pictures.includes(null)) return false;
    // With eight bits, a canvas would not keep the colours of clear pixels: it holds them times their alpha.
    const settings = { willReadFrequently: this.mode === "heat", colorType: "float16" };
    const pens = this.layers.map((layer) => layer?.getContext("2d", settings));
    pens.forEach((pen, i) => {
      pen?.clearRect(0, 0, this.width, this.height);
      if (pictures[i]) pen.drawImage(pictures[i], -this.x, -this.y);
    });
    if (this.heatLayer) {
      const pixels = pens.map((pen) => pen.getImageData(0, 0, this.width, this.height).data);
      heat(...pixels, this.heatLayer.getContext("2d", { willReadFrequently: true }));
    }
    this.outline(place);
    return true;
  }
  // A frame around what differs, unless that is nearly all of the picture.
  outline(place) {
    const [x, y, width, height] = this.frames[place].area ?? [0, 0, 0, 0];
    const isSeen = width > 0 && !this.heatLayer && width * height < 0.8 * this.width * this.height;
    const part = (value, all) => `${100 * value / all}%`;
    for (const mark of this.marks) {
      mark.hidden = !isSeen;
      [mark.style.left, mark.style.width] = [part(x - this.x, this.width), part(width, this.width)];
      [mark.style.top, mark.style.height] = [part(y - this.y, this.height), part(height, this.height)];
    }
  }
  close() { clearInterval(this.blinker); }

  // The buttons above the pictures, and what stands between those of the comparison and those of the zoom.
  bar(...others) {
    const button = (text, rest) => make("button", { type: "button", text, ...rest });
    const slider = (title, key) => make("label", { class: "tune" }, title, make("input", {
      type: "range", min: 0, max: 100, "data-own": true, oninput: (event) => { look[key] = Number(event.target.value); this.tune(); },
    }));
    this.modeButtons = [...this.choose ? [["off", "Picture"]] : [], ...modes].map(([mode, title], i) => button(title, {
      "data-mode": mode, title: `${title} (${this.choose ? i : i + 1})`, disabled: !this.choose && !this.hasBoth && mode !== "side",
      onclick: () => this.compare(mode),
    }));
    this.zoomButtons = zooms.map(([zoom, title]) => button(title, { "data-zoom": zoom, onclick: () => this.zoom(zoom) }));
    this.partButtons = this.detail ? [["change", "What changes"], ["whole", "All of it"]].map(([part, title]) => button(title, {
      "data-part": part, onclick: () => this.crop(part === "whole"),
    })) : [];
    this.tunes = { slider: slider("cut", "cut"), overlay: slider("actual", "mix") };
    const bar = make("div", { class: "bar" }, group("Comparison", this.modeButtons), ...Object.values(this.tunes),
      this.detail && group("Part", this.partButtons), ...others, make("span", { class: "space" }), group("Zoom", this.zoomButtons));
    this.mark();
    return bar;
  }
  mark() {
    const press = (buttons, isOn) => buttons.forEach((button) => button.setAttribute("aria-pressed", String(isOn(button.dataset))));
    press(this.modeButtons, ({ mode }) => mode === (this.sides.length === 1 && this.choose ? "off" : this.mode));
    press(this.zoomButtons, ({ zoom }) => zoom === String(look.zoom));
    press(this.partButtons, ({ part }) => (part === "whole") === this.isWhole);
    for (const [mode, node] of Object.entries(this.tunes)) node.hidden = mode !== this.mode;
    this.tunes.slider.lastChild.value = look.cut;
    this.tunes.overlay.lastChild.value = look.mix;
  }
  rebuild() {
    this.build();
    this.mark();
    this.show(this.place);
  }
  // Takes other films, and shows them.
  fill(sides, frames, place) {
    const isOther = (side, i) => !side.film !== !this.films[i] || side.title !== this.sides[i].title;
    const isNew = sides.length !== this.sides.length || sides.some(isOther);
    Object.assign(this, { sides, frames, place });
    const [, , width, height] = this.part;
    if (isNew || width !== this.width || height !== this.height) this.rebuild();
    else this.show(place);
  }
  compare(mode) {
    if (this.choose) return this.choose(mode);
    if (!this.hasBoth && mode !== "side") return;
    look.mode = mode;
    this.rebuild();
  }
  crop(isWhole) {
    this.isWhole = isWhole;
    this.rebuild();
    this.changed();
  }
  zoom(zoom) {
    look.zoom = zoom;
    this.size();
    this.mark();
  }
  // What each key does.
  get keys() {
    const at = zooms.findIndex(([zoom]) => zoom === look.zoom);
    return {
      ...Object.fromEntries(modes.map(([mode], i) => [String(i + 1), () => this.compare(mode)])),
      "+": () => this.zoom(zooms[Math.min(at + 1, zooms.length - 1)][0]), "-": () => this.zoom(zooms[Math.max(at - 1, 0)][0]),
    };
  }
}
