import { make } from "./dom.js";

// What is wrong with the scene, as the terminal says it, each with its fix. `fix` is called with the edit.
export class Mistakes {
  constructor(fix) {
    this.fix = fix;
    this.node = make("section", { class: "panel mistakes", "aria-label": "Mistakes", "aria-live": "polite", hidden: true });
    this.warnings = make("details", { class: "panel warnings", hidden: true });
  }
  show({ mistakes = [], text = "", message }, note) {
    const fixes = mistakes.filter((one) => one.fix).map(({ file, line, column, fix, hint }) => make("button", {
      type: "button", class: "button", text: `Fix line ${line}: ${hint ?? fix.replacement}`,
      onclick: () => this.fix({ file, line, column, length: fix.length, text: fix.replacement }),
    }));
    this.node.replaceChildren(make("h3", { text: mistakes.length === 1 ? "1 mistake" : `${mistakes.length || ""} mistakes` }),
      note ? make("p", { class: "note", text: note }) : "", make("pre", { class: "mono", text: text || message || "", tabindex: 0 }),
      fixes.length ? make("p", { class: "fixes" }, ...fixes) : "");
    this.node.hidden = false;
  }
  warn(warnings) {
    this.warnings.hidden = !warnings.length;
    this.warnings.replaceChildren(make("summary", { text: warnings.length === 1 ? "1 warning" : `${warnings.length} warnings` }),
      make("ul", {}, ...warnings.map(({ file, line, column, message, hint }) =>
        make("li", {}, make("span", { class: "mono", text: `${file}:${line}:${column} ` }), [message, hint].filter((part) => part).join("; ")))));
  }
  hide() { this.node.hidden = true; }
}
