import { dialog, make } from "./dom.js";

// Keys work wherever the focus is, but not in a field of text, nor those that a slider or a button needs itself.
// `actions(event)` gives what each key does now, by its name in small letters if it is one letter, "Ctrl-" and "Shift-"
// before it if Control is down; null for nothing.
export const listen = (actions) => {
  addEventListener("keydown", (event) => {
    const is = (selector) => event.target.matches?.(selector);
    if (event.altKey || document.querySelector("dialog[open]")) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const name = event.ctrlKey || event.metaKey ? `Ctrl-${event.shiftKey ? "Shift-" : ""}${key}` : key;
    if (is("input[type=search], input[type=number], input[type=text], select, textarea") && name !== "Ctrl-s") return;
    if (is("input[data-own]") && /^(Arrow|Page|Home|End)/.test(name)) return;
    if (is("button, summary, a") && (name === " " || name === "Enter")) return;
    const action = actions(event)?.[name];
    if (!action) return;
    event.preventDefault();
    action();
  });
  // A button that was clicked gives the keys back.
  addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button && event.detail > 0) button.blur();
  });
};

// A table of keys has rows [what one presses, what that does, { name: action }].
export const actionsOf = (rows) => Object.assign({}, ...rows.map(([, , actions]) => actions));
export const helpDialog = (rows) => dialog("Keys", [make("table", { class: "help" }, make("tbody", {}, ...rows.map(([keys, what]) =>
  make("tr", {}, make("td", {}, ...keys.split(" ").map((key) => make("kbd", { text: key }))), make("td", { text: what })))))]);
