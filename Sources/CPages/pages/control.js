import { clamp, draw, icon, make } from "./dom.js";

// "cornerRadius" reads "Corner radius".
const words = (name) => (name[0].toUpperCase() + name.slice(1)).replace(/([a-z])([A-Z])/g, (_, a, b) => `${a} ${b.toLowerCase()}`);

// A value of the scene's text: { file, pointer } say where it stands, { name, kind, min, max, help } what it may be. It
// edits `live`, and says what is wrong with what it was given.
export class Control {
  constructor(live, spec) {
    Object.assign(this, { live, spec, name: words(spec.name) });
    this.fault = make("p", { class: "fault", hidden: true });
    this.reset = icon("Reset", "M4 4l10 10M14 4L4 14", () => live.drop(spec.file, spec.pointer));
    this.reset.setAttribute("aria-label", `Reset ${this.name.toLowerCase()}`);
    this.inputs = this.fields();
    this.node = make("div", { class: "control", title: spec.help }, make("span", { class: "of", text: this.name }), ...this.inputs, this.reset, this.fault);
  }
  fields() {
    const { kind, min, max } = this.spec;
    const named = { "aria-label": this.name };
    if (kind === "flag") {
      return [make("input", { type: "checkbox", ...named, onchange: (event) => this.edit(event.target.checked) })];
    }
    const change = (event) => Number.isFinite(event.target.valueAsNumber) && this.edit(event.target.valueAsNumber);
    if (min == null || max == null) return [make("input", { type: "number", step: "any", ...named, onchange: change })];
    const step = 10 ** (Math.floor(Math.log10(max - min)) - 2);
    return [
      make("input", {
        type: "range", min, max, step, ...named, "data-own": true,
        oninput: (event) => this.edit(event.target.valueAsNumber, this), onchange: () => this.live.drop(),
      }),
      make("input", { type: "number", step: "any", "aria-label": `${this.name} as a number`, onchange: change }),
    ];
  }
  edit(value, drag) { this.live.edit({ file: this.spec.file, path: this.spec.pointer, value }, drag); }
  get isChanged() { return this.live.edited(this.spec.file, this.spec.pointer) !== undefined; }
  // Shows the value of the build, or a newer one that was given meanwhile.
  show(built) {
    const value = this.live.edited(this.spec.file, this.spec.pointer)?.value ?? built;
    const rounded = typeof value === "number" ? Math.round(value * 1e3) / 1e3 : value;
    for (const input of this.inputs) {
      if (input.type === "checkbox") input.checked = value;
      else input.value = rounded ?? "";
    }
    this.mark();
  }
  mark() {
    this.node.classList.toggle("changed", this.isChanged);
    this.reset.hidden = !this.isChanged;
  }
  complain(text) {
    this.fault.hidden = !text;
    this.fault.textContent = text;
    for (const input of this.inputs) input.setAttribute("aria-invalid", String(text !== ""));
  }
}

const [left, width, bottom, height] = [14, 252, 132, 96];
const kinds = {
  Bézier: [0.25, 0.1, 0.25, 1],
  "Spring by damping": { spring: { dampingRatio: 0.8 } },
  "Spring by physics": { spring: { mass: 1, stiffness: 300, damping: 30 } },
  "Spring by response": { spring: { response: 0.4, dampingFraction: 0.8 } },
  "Spring by bounce": { spring: { bounce: 0.2 } },
};
const kindOf = (value) => {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return "Bézier";
  const keys = Object.keys(value?.spring ?? {});
  return Object.keys(kinds).find((kind) => kinds[kind].spring && Object.keys(kinds[kind].spring)[0] === keys.find((key) => key !== "velocity"))
    ?? (value?.spring?.stiffness ? "Spring by physics" : "");
};

// The curve of a run: a name, the points of a Bézier curve, or a spring, whose values at equal distances the program says.
export class CurveEditor extends Control {
  constructor(live, spec) {
    super(live, spec);
    this.path = draw("path", { class: "way" });
    this.arms = draw("path", { class: "arms" });
    this.knobs = [0, 1].map((i) => this.knob(i));
    const x = left + width;
    this.plot = draw("svg", { viewBox: "0 0 280 160", role: "img", "aria-label": "Curve: progress over time" },
      draw("path", { class: "frame", d: `M${left} ${bottom}H${x}M${left} ${bottom - height}H${x}` }), this.arms, this.path, ...this.knobs);
    this.numbers = make("div", { class: "numbers" });
    this.node.classList.add("curve");
    this.fault.before(this.plot, this.numbers);
  }
  fields() { return [make("select", { "aria-label": this.name, onchange: ({ target }) => this.edit(kinds[target.value] ?? target.value) })]; }
  // A control point that is dragged.
  knob(i) {
    const knob = draw("circle", { r: 8, class: "knob" });
    knob.addEventListener("pointerdown", (event) => knob.setPointerCapture(event.pointerId));
    knob.addEventListener("pointermove", (event) => {
      if (!event.buttons) return;
      const box = this.plot.getBoundingClientRect();
      const at = [(280 * (event.clientX - box.left)) / box.width, (160 * (event.clientY - box.top)) / box.height];
      const round = (value) => Math.round(value * 100) / 100;
      const value = [...this.value];
      [value[2 * i], value[2 * i + 1]] = [round(clamp((at[0] - left) / width, 0, 1)), round(clamp((bottom - at[1]) / height, -0.5, 1.5))];
      this.value = value;
      this.drawKnobs();
      this.edit(value, this);
    });
    knob.addEventListener("pointerup", () => this.live.drop());
    return knob;
  }
  show(curve) {
    this.samples = curve.samples;
    this.value = this.live.edited(this.spec.file, this.spec.pointer)?.value ?? curve.value;
    const kind = kindOf(this.value);
    const names = [...new Set([...curve.choices, ...kind ? [kind] : ["as written"], ...Object.keys(kinds)])];
    this.inputs[0].replaceChildren(...names.map((name) => make("option", { value: name, text: name, selected: name === (kind || "as written") })));
    this.drawNumbers();
    this.drawKnobs();
    this.mark();
  }
  // The numbers of the curve as fields.
  drawNumbers() {
    const { value } = this;
    const entries = Array.isArray(value) ? ["x1", "y1", "x2", "y2"].map((name, i) => [name, value[i]])
      : Object.entries(value?.spring ?? {}).filter(([, number]) => typeof number === "number");
    const names = entries.map(([name]) => name).join();
    if (names !== this.names) {
      this.numberInputs = entries.map(([name], i) => make("input", {
        type: "number", step: "any", "aria-label": name, onchange: (event) => this.put(name, i, event.target.valueAsNumber),
      }));
      this.numbers.replaceChildren(...this.numberInputs.map((input, i) => make("label", {}, entries[i][0], input)));
      this.names = names;
    }
    entries.forEach(([, number], i) => { this.numberInputs[i].value = number; });
  }
  put(name, i, number) {
    if (!Number.isFinite(number)) return;
    this.edit(Array.isArray(this.value) ? this.value.with(i, number) : { spring: { ...this.value.spring, [name]: number } });
  }
  drawKnobs() {
    const isBezier = Array.isArray(this.value);
    const place = (x, y) => `${left + width * x} ${bottom - height * y}`;
    const point = (i) => [left + width * this.value[2 * i], bottom - height * this.value[2 * i + 1]];
    const way = isBezier ? `${place(0, 0)}C${point(0)} ${point(1)} ${place(1, 1)}`
      : this.samples.map((y, i) => place(i / (this.samples.length - 1), y)).join("L");
    this.path.setAttribute("d", `M${way}`);
    this.arms.setAttribute("d", isBezier ? `M${left} ${bottom}L${point(0)}M${left + width} ${bottom - height}L${point(1)}` : "");
    this.knobs.forEach((knob, i) => {
      knob.toggleAttribute("hidden", !isBezier);
      if (isBezier) [knob.cx.baseVal.value, knob.cy.baseVal.value] = point(i);
    });
  }
}
