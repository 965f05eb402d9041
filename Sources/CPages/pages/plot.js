import { draw, make } from "./dom.js";

// A value over time, as it was and as it is.
const number = (value) => value == null ? "–" : String(Math.round(value * 1000) / 1000);
export const plot = (curve) => {
  const both = [curve.expected, curve.actual];
  const values = both.flat().filter((value) => value != null);
  let [low, high] = [Math.min(...values), Math.max(...values)];
  if (high - low < 1e-9) [low, high] = [low - 1, high + 1];
  const count = Math.max(curve.expected.length, curve.actual.length, 2);
  const x = (i) => 300 * i / (count - 1);
  const y = (value) => 92 - 84 * (value - low) / (high - low);
  const path = (line) => {
    let text = "", isUp = true;
    line.forEach((value, i) => {
      if (value == null) { isUp = true; return; }
      text += `${isUp ? "M" : "L"}${x(i).toFixed(2)} ${y(value).toFixed(2)}`;
      isUp = false;
    });
    return text;
  };
  const now = draw("line", { class: "now", y1: 2, y2: 94, x1: 0, x2: 0 });
  const said = make("span");
  const parts = [];
  if (low < 0 && high > 0) parts.push(draw("line", { class: "zero", x1: 0, x2: 300, y1: y(0), y2: y(0) }));
  parts.push(draw("path", { class: "was", d: path(curve.expected) }), draw("path", { class: "is", d: path(curve.actual) }), now);
  const node = make("div", { class: "plot" }, make("div", { class: "title" }, make("b", { class: "mono", text: curve.name }), said),
    draw("svg", { viewBox: "0 0 300 96", preserveAspectRatio: "none", role: "img", "aria-label": curve.name }, ...parts));
  const show = (index) => {
    now.setAttribute("x1", x(index));
    now.setAttribute("x2", x(index));
    said.textContent = [curve.expected, curve.actual].filter((line) => line.length).map((line) => number(line[index])).join(" → ");
  };
  return { node, show };
};
