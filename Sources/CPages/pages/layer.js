import { query, tell } from "./api.js";
import { clamp, make } from "./dom.js";

// The layers at a point of the picture, front to back, and what the scene says of the chosen one. `page` has the `film`
// with the picture, the `stage` that it is on, the `place` of the frame that is seen, and whether a click `isPick`.
export class Layer {
  constructor(page) {
    Object.assign(this, { page, layers: [], name: null, asked: null });
    const field = (name) => make("input", { type: "number", step: 1, "aria-label": name, onchange: () => this.look() });
    [this.x, this.y] = [field("x"), field("y")];
    this.list = make("ol", { class: "layers" });
    this.node = make("details", { class: "panel layer", ontoggle: () => this.look() }, make("summary", { text: "Layer" }),
      make("p", { class: "note", text: "Click on the picture; a further click takes the next layer behind." }),
      make("div", { class: "point" }, make("label", {}, "x", this.x), make("label", {}, "y", this.y)), this.list);
    this.mark = make("div", { class: "picked" });
  }
  get layer() { return this.layers.find(({ name }) => name === this.name) ?? this.layers[0]; }
  attach(stage) {
    let from = [0, 0];
    stage.addEventListener("pointerdown", (event) => { from = [event.clientX, event.clientY]; }, true);
    stage.addEventListener("click", (event) => {
      const box = document.getElementById("picture")?.getBoundingClientRect();
      const isDrag = Math.hypot(event.clientX - from[0], event.clientY - from[1]) > 4;
      if (!box || isDrag || !this.page.isPick) return;
      const [x, y] = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
      if (x >= 0 && x < 1 && y >= 0 && y < 1) this.pick(x * this.size[0], y * this.size[1]);
    });
  }
  get size() {
    const { size, scale } = this.page.film.build;
    return size.map((length) => length / scale);
  }
  pick(x, y) {
    const isSame = this.node.open && Math.hypot(x - this.x.value, y - this.y.value) < 2 && this.asked === this.moment;
    if (isSame && this.layers.length) {
      this.choose(this.layers[(this.layers.indexOf(this.layer) + 1) % this.layers.length].name);
      return;
    }
    [this.x.value, this.y.value, this.name] = [Math.round(x), Math.round(y), null];
    if (this.node.open) this.look();
    else this.node.open = true;
  }
  get moment() {
    const { film, place } = this.page;
    return `builds/${film.build.id}/pick?${query({ x: this.x.value, y: this.y.value, at: film.times[place] })}`;
  }
  // The picture is another one: its layers are asked for when it has come to rest.
  moved() {
    this.draw();
    clearTimeout(this.timer);
    if (this.node.open) this.timer = setTimeout(() => this.look(), 150);
  }
  async look() {
    if (!this.node.open || !this.page.film) return this.mark.remove();
    this.size.forEach((length, i) => {
      const field = [this.x, this.y][i];
      field.value = field.value === "" ? Math.round(length / 2) : clamp(Number(field.value), 0, Math.ceil(length) - 1);
    });
    const { moment } = this;
    if (moment === this.asked) return this.draw();
    this.asked = moment;
    const { layers, problem } = await tell(moment).catch((error) => ({ layers: [], problem: error.message }));
    if (moment !== this.asked) return;
    this.layers = layers;
    this.fill(problem);
  }
  choose(name) {
    this.name = name;
    this.fill();
  }
  fill(problem = "No layer is seen here.") {
    const line = (term, text) => [make("dt", { text: term }), make("dd", { class: "mono", text })];
    const facts = ({ frame, values, file, line: row, column }) => make("dl", {}, ...line("frame", frame.join(", ")),
      ...values.filter(({ key }) => key !== "frame").flatMap(({ key, text }) => line(key, text)),
      ...file ? line("written at", `${file}:${row}:${column}`) : []);
    this.list.replaceChildren(...this.layers.map((layer) => {
      const isChosen = layer === this.layer;
      const button = make("button", { type: "button", text: layer.name, "aria-pressed": String(isChosen), onclick: () => this.choose(layer.name) });
      return make("li", {}, button, isChosen ? facts(layer) : null);
    }));
    if (!this.layers.length) this.list.append(make("li", { text: problem }));
    this.draw();
  }
  // The frame around the chosen layer, as far as it is on the picture.
  draw() {
    const sheet = document.getElementById("picture")?.parentElement;
    if (!this.node.open || !this.layer || !sheet || this.asked !== this.moment) return this.mark.remove();
    const [width, height] = this.size;
    const [x, y, w, h] = this.layer.frame;
    const [left, top] = [clamp(x, 0, width), clamp(y, 0, height)];
    Object.assign(this.mark.style, {
      left: `${100 * left / width}%`, width: `${100 * (clamp(x + w, 0, width) - left) / width}%`,
      top: `${100 * top / height}%`, height: `${100 * (clamp(y + h, 0, height) - top) / height}%`,
    });
    sheet.append(this.mark);
  }
}
