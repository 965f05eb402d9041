import { Control, CurveEditor } from "./control.js";
import { make } from "./dom.js";

// What moves, how long and how: the controls of each run, and what was changed.
export class Motion {
  constructor(live, isReadOnly, save) {
    Object.assign(this, { live, controls: [], shape: "" });
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
      const own = (name, max) => ({ name, kind: "number", min: 0, max, pointer: `${run.pointer}/${name}`, value: run[name] });
      return [
        { ...own("duration", Math.max(2, Math.ceil(run.duration * 1.5))), help: "How long it takes, in seconds" },
        { ...own("delay", 2), help: "How long it waits, in seconds" },
        ...run.parameters,
        { name: "curve", kind: "curve", pointer: run.curve.pointer, value: run.curve },
      ].map((spec) => ({ ...spec, file: run.file, run }));
    });
  }
  // Takes the runs of a build; the controls stay if they are of the same values.
  fill(runs) {
    this.runs = runs;
    const { specs } = this;
    const shape = JSON.stringify(specs.map(({ file, pointer, kind, run }) => [file, pointer, kind, run.index]));
    if (shape !== this.shape) this.build(specs);
    this.shape = shape;
    this.controls.forEach((control, i) => {
      control.show(specs[i].value);
      control.complain("");
    });
    this.mark();
  }
  build(specs) {
    this.controls = specs.map((spec) => spec.kind === "curve" ? new CurveEditor(this.live, spec) : new Control(this.live, spec));
    this.fields.replaceChildren(...this.runs.flatMap((run) => [
      make("h3", { text: this.runs.length > 1 ? `${run.index + 1}. ${run.type}` : run.type }),
      ...this.controls.filter(({ spec }) => spec.run === run).map(({ node }) => node),
    ]));
    if (!this.runs.length) this.fields.append(make("p", { class: "void", text: "Nothing moves here that could be changed." }));
  }
  // A mistake stands at the control that was changed last.
  complain(text) {
    const last = this.live.edits.at(-1);
    this.controls.find(({ spec }) => spec.file === last?.file && spec.pointer === last?.path)?.complain(text);
    this.mark();
  }
  mark() {
    const { edits, past, future, isValid } = this.live;
    this.count.textContent = edits.length === 0 ? "No changes" : edits.length === 1 ? "1 change" : `${edits.length} changes`;
    this.undo.disabled = !past.length;
    this.redo.disabled = !future.length;
    this.clear.disabled = !edits.length;
    this.save.disabled = !edits.length || !isValid;
    for (const control of this.controls) control.mark();
  }
}
