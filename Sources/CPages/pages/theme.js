import { draw, icon } from "./dom.js";

// Light or dark: what the system says, until the reader chooses.
const root = document.documentElement;
export const isDark = () => root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
// A colour of the style, as a canvas takes it.
export const color = (name) => {
  root.style.outlineColor = `var(${name})`;
  return getComputedStyle(root).outlineColor;
};
export const themeButton = (changed) => icon("Light or dark", "M9 1.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15zm0 1.8v11.4a5.7 5.7 0 0 1 0-11.4z", () => {
  root.dataset.theme = isDark() ? "light" : "dark";
  changed();
});
// An old screen, and a new one over it.
export const logo = () => {
  const screen = (x, name) => draw("rect", { x, y: 3, width: 11, height: 16, rx: 3, fill: `var(--${name})`, opacity: 0.85 });
  return draw("svg", { class: "mark", viewBox: "0 0 22 22", "aria-hidden": "true" }, screen(1, "expected"), screen(10, "actual"));
};
