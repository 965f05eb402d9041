import { clamp, draw, icon, make } from "./dom.js";

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
export class CurveEditor {
  constructor(live, run) {
    Object.assign(this, { live, spec: { run, file: run.curve.file ?? run.file, pointer: run.curve.pointer } });
    this.select = make("select", { "aria-label": "Curve", onchange: () => this.edit(kinds[this.select.value] ?? this.select.value) });
    this.reset = icon("Reset", "M4 4l10 10M14 4L4 14", () => live.drop(this.spec.file, this.spec.pointer));
    this.reset.setAttribute("aria-label", "Reset curve");
    this.path = draw("path", { class: "way" });
    this.arms = draw("path", { class: "arms" });
    this.knobs = [0, 1].map((i) => this.knob(i));
    const x = left + width;
    this.plot = draw("svg", { viewBox: "0 0 280 160", role: "img", "aria-label": "Curve: progress over time" },
      draw("path", { class: "frame", d: `M${left} ${bottom}H${x}M${left} ${bottom - height}H${x}` }), this.arms, this.path, ...this.knobs);
    this.numbers = make("div", { class: "numbers" });
    this.fault = make("p", { class: "fault", hidden: true });
    this.node = make("div", { class: "control curve" }, make("span", { class: "of", text: "Curve" }), this.select, this.reset, this.plot, this.numbers, this.fault);
  }
  edit(value, drag) { this.live.edit({ file: this.spec.file, path: this.spec.pointer, value }, drag); }
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
  show(run) {
    this.run = run;
    this.value = this.live.edited(this.spec.file, this.spec.pointer)?.value ?? run.curve.value;
    this.choices = run.curve.choices ?? [];
    const kind = kindOf(this.value);
    const names = [...new Set([...this.choices, ...kind ? [kind] : ["as written"], ...Object.keys(kinds)])];
    this.select.replaceChildren(...names.map((name) => make("option", { value: name, text: name, selected: name === (kind || "as written") })));
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
      this.inputs = entries.map(([name], i) => make("input", {
        type: "number", step: "any", "aria-label": name, onchange: (event) => this.put(name, i, event.target.valueAsNumber),
      }));
      this.numbers.replaceChildren(...this.inputs.map((input, i) => make("label", {}, entries[i][0], input)));
      this.names = names;
    }
    entries.forEach(([, number], i) => { this.inputs[i].value = number; });
  }
  put(name, i, number) {
    if (!Number.isFinite(number)) return;
    this.edit(Array.isArray(this.value) ? this.value.with(i, number) : { spring: { ...this.value.spring, [name]: number } });
  }
  drawKnobs() {
    const isBezier = Array.isArray(this.value);
    const place = (x, y) => `${left + width * x} ${bottom - height * y}`;
    const point = (i) => [left + width * this.value[2 * i], bottom - height * this.value[2 * i + 1]];
    const values = this.run.curve.samples ?? [];
    const way = isBezier ? `${place(0, 0)}C${point(0)} ${point(1)} ${place(1, 1)}` : values.map((y, i) => place(i / (values.length - 1), y)).join("L");
    this.path.setAttribute("d", way && `M${way}`);
    this.arms.setAttribute("d", isBezier ? `M${left} ${bottom}L${point(0)}M${left + width} ${bottom - height}L${point(1)}` : "");
    this.knobs.forEach((knob, i) => {
      knob.toggleAttribute("hidden", !isBezier);
      if (isBezier) [knob.cx.baseVal.value, knob.cy.baseVal.value] = point(i);
    });
  }
  mark() {
    const isChanged = this.live.edited(this.spec.file, this.spec.pointer) !== undefined;
    this.node.classList.toggle("changed", isChanged);
    this.reset.hidden = !isChanged;
  }
  complain(text) {
    this.fault.hidden = !text;
    this.fault.textContent = text;
    this.select.setAttribute("aria-invalid", String(text !== ""));
  }
}
