import { CurveEditor } from "./curve.js";
import { icon, make } from "./dom.js";

// "cornerRadius" reads "Corner radius".
const words = (name) => (name[0].toUpperCase() + name.slice(1)).replace(/([a-z])([A-Z])/g, (_, a, b) => `${a} ${b.toLowerCase()}`);

// A value of the scene's text: { file, pointer } say where it stands, { name, kind, min, max, choices, unit, help } what
// it may be. It edits `live`, and says what is wrong with what it was given.
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
    const { kind, min, max, choices } = this.spec;
    const named = { "aria-label": this.name };
    if (kind === "flag") {
      return [make("input", { type: "checkbox", ...named, onchange: (event) => this.edit(event.target.checked) })];
    }
    if (choices?.length) {
      const options = choices.map((choice) => make("option", { value: choice, text: choice }));
      return [make("select", { ...named, onchange: (event) => this.edit(event.target.value) }, ...options)];
    }
    if (kind !== "number") return [make("input", { type: "text", ...named, onchange: (event) => this.edit(event.target.value) })];
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

// What moves, how long and how: the controls of each run, and what was changed.
export class Motion {
  constructor(live, isReadOnly, save) {
    Object.assign(this, { live, isReadOnly, controls: [], curves: [], shape: "" });
    const button = (text, onclick) => make("button", { type: "button", class: "button", text, onclick });
    this.undo = button("Undo", () => live.undo());
    this.redo = button("Redo", () => live.redo());
    this.clear = button("Reset", () => live.reset());
    this.save = button("Save", save);
    this.save.classList.add("main");
    this.count = make("span", { class: "count", role: "status" });
    this.fields = make("div", { class: "fields" });
    this.node = make("details", { class: "panel motion", open: true }, make("summary", { text: "Motion" }), this.fields,
      make("div", { class: "changes" }, this.count, this.undo, this.redo, this.clear, isReadOnly ? null : this.save));
  }
  get specs() {
    return this.runs.flatMap((run) => {
      const own = (name, max) => ({ name, kind: "number", min: 0, max, file: run.file, pointer: `${run.pointer}/${name}`, value: run[name] });
      return [
        { ...own("duration", Math.max(2, Math.ceil(run.duration * 1.5))), help: "How long it takes, in seconds" },
        { ...own("delay", 2), help: "How long it waits, in seconds" },
        ...(run.parameters ?? []).map((parameter) => ({ ...parameter, file: parameter.file ?? run.file })),
      ].map((spec) => ({ ...spec, run })).filter(({ value }) => value !== undefined);
    });
  }
  // Takes the runs of a build; the controls stay if they are of the same values.
  fill(runs) {
    this.runs = runs ?? [];
    const shape = JSON.stringify(this.specs.map(({ file, pointer, kind, run }) => [file, pointer, kind, run.index]));
    if (shape !== this.shape) this.build();
    this.shape = shape;
    this.specs.forEach(({ value }, i) => this.controls[i].show(value));
    this.curves.forEach((curve, i) => curve.show(this.runs.filter((run) => run.curve)[i]));
    for (const control of [...this.controls, ...this.curves]) control.complain("");
    this.mark();
  }
  build() {
    this.controls = this.specs.map((spec) => new Control(this.live, spec));
    this.curves = this.runs.filter((run) => run.curve).map((run) => new CurveEditor(this.live, run));
    const specs = this.specs;
    this.fields.replaceChildren(...this.runs.flatMap((run) => [
      make("h3", { text: this.runs.length > 1 ? `${run.index + 1}. ${run.type}` : run.type }),
      ...this.controls.filter((_, i) => specs[i].run === run).map(({ node }) => node),
      ...this.curves.filter((curve) => curve.spec.run === run).map(({ node }) => node),
    ]));
    if (!this.runs.length) this.fields.append(make("p", { class: "void", text: "Nothing moves here that could be changed." }));
  }
  // A mistake stands at the control that was changed last.
  complain(text) {
    const last = this.live.edits.at(-1);
    const control = [...this.controls, ...this.curves].find(({ spec }) => spec.file === last?.file && spec.pointer === last?.path);
    control?.complain(text);
    this.mark();
  }
  mark() {
    const { edits, past, future, isValid } = this.live;
    this.count.textContent = edits.length === 0 ? "No changes" : edits.length === 1 ? "1 change" : `${edits.length} changes`;
    this.undo.disabled = !past.length;
    this.redo.disabled = !future.length;
    this.clear.disabled = !edits.length;
    this.save.disabled = !edits.length || !isValid;
    for (const control of [...this.controls, ...this.curves]) control.mark();
  }
}
