import { tell } from "./api.js";
import { make } from "./dom.js";
import { plot } from "./plot.js";

// What moves, as `inspect --timeline` has it: a plot of each value that changes, beside that of the build that is compared.
export class Values {
  constructor() {
    this.list = make("div", { class: "plots" });
    this.node = make("details", { class: "panel", ontoggle: () => this.draw() }, make("summary", { text: "Values" }), this.list);
    this.plots = [];
  }
  fill(build, expected, place) {
    Object.assign(this, { build, expected, place });
    return this.draw();
  }
  async draw() {
    const { build, expected } = this;
    const key = `${build?.id} ${expected?.id}`;
    if (!this.node.open || !build || key === this.key) return;
    this.key = key;
    const values = async (one) => {
      const answer = one ? await tell(`builds/${one.id}/timeline`).catch(() => null) : null;
      return curvesOf(answer?.frames ?? []);
    };
    const [was, is] = await Promise.all([values(expected), values(build)]);
    if (key !== this.key) return;
    this.plots = Object.keys({ ...is, ...was }).map((name) => plot({ name, expected: was[name] ?? [], actual: is[name] ?? [] }));
    this.list.replaceChildren(...this.plots.map(({ node }) => node));
    this.show(this.place);
  }
  show(place) {
    this.place = place;
    if (this.node.open) this.plots.forEach((one) => one.show(place));
  }
}
// The numbers that differ from frame to frame, by the name of a layer and its value.
const curvesOf = (frames) => {
  const curves = {};
  frames.forEach(({ targets }, i) => {
    for (const [layer, values] of Object.entries(targets ?? {})) {
      for (const [name, value] of Object.entries(values)) {
        [value].flat().forEach((number, part) => {
          if (typeof number !== "number") return;
          const key = `${layer} ${name}${Array.isArray(value) ? `[${part}]` : ""}`;
          (curves[key] ??= Array(frames.length).fill(null))[i] = number;
        });
      }
    }
  });
  return Object.fromEntries(Object.entries(curves).filter(([, numbers]) => numbers.some((number) => number !== numbers[0])));
};

const formats = [["gif", "GIF"], ["apng", "APNG"], ["webp", "WebP"], ["mp4", "MP4"]];

// Writes the build into files, and has the shell lines that do what the page shows. `say` takes a sentence for the reader.
export class Export {
  constructor(isReadOnly, say) {
    this.say = say;
    this.boxes = formats.map(([name]) => make("input", { type: "checkbox", value: name, checked: name === "gif" }));
    this.button = make("button", { type: "button", class: "button", text: "Export", onclick: () => this.write() });
    this.list = make("div", { class: "lines" });
    const choice = make("div", { class: "formats" }, ...formats.map(([, title], i) => make("label", {}, this.boxes[i], title)), this.button);
    this.node = make("details", { class: "panel" }, make("summary", { text: "Export" }), isReadOnly ? null : choice, this.list);
  }
  fill(build) {
    this.build = build.id;
    this.list.replaceChildren(...build.commands.map((line) => make("div", {}, make("code", { class: "mono", text: line }),
      make("button", { type: "button", class: "button", text: "Copy", onclick: () => navigator.clipboard.writeText(line) }))));
  }
  async write() {
    const chosen = this.boxes.filter(({ checked }) => checked).map(({ value }) => value);
    if (!chosen.length) return this.say("Not exported: no format is chosen");
    this.button.disabled = true;
    this.say("Exporting…");
    try {
      const { written } = await tell("export", { build: this.build, formats: chosen });
      this.say(`Exported: ${written.join(", ")}`);
    } catch (error) {
      this.say(`Not exported: ${error.message}`);
    }
    this.button.disabled = false;
  }
}
