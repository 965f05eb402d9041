"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);

  for (const card of data.cards) card.frames = card.times.map((time, i) => ({ time, share: card.shares[i], area: card.areas[i] }));

  // Elements: text is always text.
  const make = (tag, options = {}, ...children) => {
    const node = document.createElement(tag);
    for (const [key, value] of Object.entries(options)) {
      if (key === "class") node.className = value;
      else if (key === "text") node.textContent = value;
      else if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
      else if (value === true) node.setAttribute(key, "");
      else if (value !== false && value != null) node.setAttribute(key, value);
    }
    node.append(...children.filter((child) => child != null));
    return node;
  };
  const draw = (tag, options = {}, ...children) => {
    const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [key, value] of Object.entries(options)) node.setAttribute(key, value);
    node.append(...children);
    return node;
  };
  const glyph = (path) => draw("svg", { viewBox: "0 0 18 18", "aria-hidden": "true" }, draw("path", { d: path }));
  const clamp = (value, low, high) => Math.min(high, Math.max(low, value));
  const color = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

  // An APNG, taken apart: each frame becomes a PNG that is painted over the one before.
  const crcTable = Uint32Array.from({ length: 256 }, (_, n) => {
    for (let k = 0; k < 8; k++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
    return n >>> 0;
  });
  const crc = (bytes) => {
    let sum = 0xffffffff;
    for (const byte of bytes) sum = crcTable[(sum ^ byte) & 255] ^ (sum >>> 8);
    return (sum ^ 0xffffffff) >>> 0;
  };
  const chunk = (name, body) => {
    const bytes = new Uint8Array(12 + body.length);
    const view = new DataView(bytes.buffer);
    view.setUint32(0, body.length);
    for (let i = 0; i < 4; i++) bytes[4 + i] = name.charCodeAt(i);
    bytes.set(body, 8);
    view.setUint32(8 + body.length, crc(bytes.subarray(4, 8 + body.length)));
    return bytes;
  };
  const framesOf = (file) => {
    const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
    const frames = [];
    let header = null;
    for (let at = 8; at + 12 <= file.length;) {
      const length = view.getUint32(at);
      const name = String.fromCharCode(...file.subarray(at + 4, at + 8));
      const body = file.subarray(at + 8, at + 8 + length);
      if (name === "IHDR") header = body.slice();
      if (name === "fcTL") {
        const number = (from) => view.getUint32(at + 8 + from);
        frames.push({ width: number(4), height: number(8), x: number(12), y: number(16), over: body[25] === 1, parts: [] });
      }
      if (name === "IDAT") frames[frames.length - 1].parts.push(body);
      if (name === "fdAT") frames[frames.length - 1].parts.push(body.subarray(4));
      at += 12 + length;
    }
    return { header, frames };
  };
  const signature = Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10);
  const picture = (header, frame) => {
    const own = header.slice();
    const view = new DataView(own.buffer);
    view.setUint32(0, frame.width);
    view.setUint32(4, frame.height);
    const parts = [signature, chunk("IHDR", own), ...frame.parts.map((part) => chunk("IDAT", part)), chunk("IEND", new Uint8Array(0))];
    return createImageBitmap(new Blob(parts, { type: "image/png" }), { colorSpaceConversion: "none" });
  };

  // The pictures of both sides, 0 and 1, which take turns in the file: 0, 1, 1, 0, 0, 1, and so on.
  class Film {
    static async open({ apng, size, frames: places, counts, shrink }) {
      const raw = atob(apng);
      const { header, frames } = framesOf(Uint8Array.from(raw, (letter) => letter.charCodeAt(0)));
      const film = new Film();
      film.frames = frames;
      film.pictures = await Promise.all(frames.map((frame) => picture(header, frame)));
      let next = 0;
      film.places = places.map((_, i) => (i % 2 ? [1, 0] : [0, 1]).filter((side) => i < counts[side]).map((side) => ({ side, at: next++ })));
      film.canvas = make("canvas", { width: size[0], height: size[1] });
      film.pen = film.canvas.getContext("2d", { willReadFrequently: true });
      film.pen.imageSmoothingEnabled = false;
      film.pen.scale(shrink, shrink);
      film.shown = -1;
      return film;
    }
    // Calls `use` with each side that the frame at this place has, and a canvas with its picture.
    each(place, use) {
      for (const { side, at } of this.places[place]) {
        if (at < this.shown) this.shown = -1;
        while (this.shown < at) this.paint(++this.shown);
        use(side, this.canvas);
      }
    }
    paint(at) {
      const frame = this.frames[at];
      if (!frame.over) this.pen.clearRect(frame.x, frame.y, frame.width, frame.height);
      this.pen.drawImage(this.pictures[at], frame.x, frame.y);
    }
  }

  const modes = [
    ["side", "Side by side"], ["slider", "Slider"], ["onion", "Onion skin"], ["blink", "Blink"], ["heat", "Heat"],
  ];
  const zooms = [["fit", "Fit"], [1, "1×"], [2, "2×"], [4, "4×"], [8, "8×"]];
  const isNarrow = () => matchMedia("(max-width: 640px)").matches;
  const state = { card: 0, isWhole: false, mode: isNarrow() ? "slider" : "side", zoom: "fit", at: 0, playing: false, speed: 1, cut: 50, mix: 50 };
  const main = make("main", { tabindex: "-1" });
  const list = make("div");
  // The part of a card's pictures that is shown, in their pixels: what changes, unless all is wanted.
  const partOf = (card) => {
    return card.detail && !state.isWhole ? card.detail : [0, 0, ...card.film.size];
  };
  let open = null;

  // How much a pixel changed, as a warm colour over a pale picture.
  const heat = (a, b, pen) => {
    const { width, height } = pen.canvas;
    const image = pen.createImageData(width, height);
    const out = image.data;
    const paper = document.documentElement.dataset.theme === "dark" || (!document.documentElement.dataset.theme && matchMedia("(prefers-color-scheme: dark)").matches) ? 22 : 255;
    for (let i = 0; i < out.length; i += 4) {
      const change = Math.max(Math.abs(a[i] - b[i]), Math.abs(a[i + 1] - b[i + 1]), Math.abs(a[i + 2] - b[i + 2]), Math.abs(a[i + 3] - b[i + 3]));
      if (change === 0) {
        const grey = 0.3 * a[i] + 0.59 * a[i + 1] + 0.11 * a[i + 2];
        const pale = paper + (grey - paper) * 0.16 * (a[i + 3] / 255);
        out[i] = out[i + 1] = out[i + 2] = pale;
      } else {
        const t = Math.sqrt(change / 255);
        out[i] = 90 + 165 * Math.min(1, t * 1.6);
        out[i + 1] = 235 * Math.max(0, t * 1.5 - 0.5);
        out[i + 2] = 150 * Math.max(0, 0.75 - t) + 60 * Math.max(0, t - 0.8);
      }
      out[i + 3] = 255;
    }
    pen.putImageData(image, 0, 0);
  };

  // The viewer of one card.
  class Viewer {
    constructor(card, film) {
      this.card = card;
      this.film = film;
      [this.old, this.now] = card.film.counts;
      this.stage = make("div", { class: "stage" });
      this.build();
    }
    get hasBoth() { return this.old && this.now; }
    layer() {
      const canvas = make("canvas", { width: this.width, height: this.height });
      return canvas;
    }
    pane(kind, title, canvases) {
      const mark = make("div", { class: "outline" });
      const sheet = make("div", { class: "sheet" }, ...canvases, mark);
      this.marks.push(mark);
      const view = make("div", { class: "view" }, sheet);
      this.pan(view);
      this.views.push(view);
      this.sheets.push(sheet);
      this.stage.append(make("div", { class: "pane" }, make("div", { class: "label" }, kind && make("i", { class: kind }), title), view));
      return sheet;
    }
    missing(kind, title, words) {
      this.stage.append(make("div", { class: "pane" },
        make("div", { class: "label" }, make("i", { class: kind }), title),
        make("div", { class: "view" }, make("p", { class: "void", text: words }))));
    }
    build() {
      [this.x, this.y, this.width, this.height] = partOf(this.card);
      this.stage.replaceChildren();
      [this.views, this.sheets, this.marks] = [[], [], []];
      [this.oldLayer, this.nowLayer, this.heatLayer, this.cutLine] = [null, null, null, null];
      clearInterval(this.blinker);
      const mode = this.hasBoth ? state.mode : "side";
      if (mode === "side") {
        if (this.old) this.pane("expected", "Expected", [this.oldLayer = this.layer()]);
        else this.missing("expected", "Expected", "What was approved is not at hand: a lock holds hashes, and no revision renders to them.");
        if (this.now) this.pane("actual", "Actual", [this.nowLayer = this.layer()]);
        else this.missing("actual", "Actual", "There is no such frame any more.");
      } else if (mode === "heat") {
        this.pane("", "Heat: how much each pixel changed", [this.heatLayer = this.layer()]);
      } else {
        const title = { slider: "Expected on the left, actual on the right", onion: "Actual over expected", blink: "Expected and actual in turn" }[mode];
        const sheet = this.pane("", title, [this.oldLayer = this.layer(), this.nowLayer = this.layer()]);
        if (mode === "slider") {
          this.cutLine = make("div", { class: "cut" });
          sheet.append(this.cutLine);
          const drag = (event) => {
            const box = sheet.getBoundingClientRect();
            state.cut = clamp(100 * (event.clientX - box.left) / box.width, 0, 100);
            this.tune();
          };
          sheet.addEventListener("pointerdown", (event) => {
            event.stopPropagation();
            sheet.setPointerCapture(event.pointerId);
            drag(event);
          });
          sheet.addEventListener("pointermove", (event) => event.buttons && drag(event));
        }
        if (mode === "blink") {
          let isOld = false;
          this.blinker = setInterval(() => {
            isOld = !isOld;
            this.nowLayer.style.visibility = isOld ? "hidden" : "visible";
          }, 450);
        }
      }
      this.size();
      this.tune();
    }
    // What is seen is moved by dragging; all panes move together.
    pan(view) {
      let from = null;
      view.addEventListener("pointerdown", (event) => {
        from = [event.clientX + view.scrollLeft, event.clientY + view.scrollTop];
        view.setPointerCapture(event.pointerId);
        view.classList.add("held");
      });
      view.addEventListener("pointermove", (event) => {
        if (from && event.buttons) view.scrollTo(from[0] - event.clientX, from[1] - event.clientY);
      });
      const release = () => { from = null; view.classList.remove("held"); };
      view.addEventListener("pointerup", release);
      view.addEventListener("pointercancel", release);
      view.addEventListener("scroll", () => {
        for (const other of this.views) {
          if (other !== view) [other.scrollLeft, other.scrollTop] = [view.scrollLeft, view.scrollTop];
        }
      });
    }
    size() {
      const most = isNarrow() ? 0.8 * innerHeight : Math.min(0.52 * innerHeight, 620);
      for (const sheet of this.sheets) {
        const view = sheet.parentElement;
        const room = [view.clientWidth - 28, most - 22];
        const fit = Math.max(0.02, Math.min(room[0] / this.width, room[1] / this.height, 8));
        const factor = state.zoom === "fit" ? (fit > 1 ? Math.floor(fit) : fit) : state.zoom;
        sheet.style.width = `${this.width * factor}px`;
        sheet.style.height = `${this.height * factor}px`;
        // As high as the picture needs.
        view.style.height = `${Math.min(most, this.height * factor + 22)}px`;
        sheet.classList.toggle("sharp", factor >= 1);
      }
    }
    tune() {
      if (this.cutLine) {
        this.nowLayer.style.clipPath = `inset(0 0 0 ${state.cut}%)`;
        this.cutLine.style.left = `${state.cut}%`;
      }
      if (this.nowLayer) this.nowLayer.style.opacity = state.mode === "onion" && this.hasBoth ? state.mix / 100 : 1;
    }
    show(place) {
      const layers = [this.oldLayer, this.nowLayer];
      for (const layer of layers) if (layer) layer.getContext("2d").clearRect(0, 0, this.width, this.height);
      const pixels = [0, 1].map(() => new Uint8ClampedArray(this.heatLayer ? this.width * this.height * 4 : 0));
      this.film.each(place, (side, canvas) => {
        if (layers[side]) layers[side].getContext("2d").drawImage(canvas, -this.x, -this.y);
        if (this.heatLayer) pixels[side] = canvas.getContext("2d").getImageData(this.x, this.y, this.width, this.height).data;
      });
      if (this.heatLayer) heat(...pixels, this.heatLayer.getContext("2d", { willReadFrequently: true }));
      this.outline(place);
    }
    // A frame around what differs, unless that is nearly all of the picture.
    outline(place) {
      const frame = this.card.frames[this.card.film.frames[place]];
      const [x, y, width, height] = (frame && frame.area) || [0, 0, 0, 0];
      const isSeen = width > 0 && !this.heatLayer && width * height < 0.8 * this.width * this.height;
      const part = (value, all) => `${100 * value / all}%`;
      for (const mark of this.marks) {
        mark.hidden = !isSeen;
        [mark.style.left, mark.style.width] = [part(x - this.x, this.width), part(width, this.width)];
        [mark.style.top, mark.style.height] = [part(y - this.y, this.height), part(height, this.height)];
      }
    }
    close() { clearInterval(this.blinker); }
  }

  // The bars: how much of each frame differs.
  class Bars {
    constructor(card, frames) {
      this.card = card;
      this.frames = frames;
      this.canvas = make("canvas");
      this.input = make("input", {
        type: "range", min: 0, max: Math.max(0, frames.length - 1), step: 1, value: 0, "aria-label": "Frame",
        oninput: () => go(Number(this.input.value)),
      });
      this.node = make("div", { class: "bars" }, this.canvas, this.input);
    }
    paint(place) {
      const ratio = devicePixelRatio || 1;
      const [width, height] = [this.node.clientWidth, this.node.clientHeight];
      [this.canvas.width, this.canvas.height] = [Math.round(width * ratio), Math.round(height * ratio)];
      const pen = this.canvas.getContext("2d");
      pen.scale(ratio, ratio);
      const all = this.card.frames;
      const most = Math.max(1e-9, ...all.map((frame) => frame.share ?? 0));
      const step = width / Math.max(1, this.frames.length);
      this.frames.forEach((index, i) => {
        const share = all[index] ? all[index].share : 0;
        const gap = step > 4 ? 1 : 0;
        const isNow = i === place;
        if (isNow) {
          pen.fillStyle = color("--accent-soft");
          pen.fillRect(i * step, 0, Math.max(step, 2), height);
        }
        const tall = share == null ? height - 14 : share > 0 ? 4 + (height - 18) * Math.sqrt(share / most) : 2;
        pen.fillStyle = color(share === 0 ? "--faint" : "--bad");
        pen.globalAlpha = share === 0 ? 0.45 : share == null ? 0.5 : 1;
        pen.fillRect(i * step + gap / 2, height - tall - 4, Math.max(1, step - gap), tall);
        pen.globalAlpha = 1;
        if (isNow) {
          pen.fillStyle = color("--accent");
          pen.fillRect(i * step, 0, Math.max(step, 2), 3);
        }
      });
      const index = this.frames[place] ?? 0;
      this.input.value = place;
      this.input.setAttribute("aria-valuetext", `frame ${index}, ${time(all[index])}`);
    }
  }
  const time = (frame) => frame ? `${frame.time.toFixed(3)} s` : "";
  const percent = (share) => share == null ? "differs" : share === 0 ? "same" : `${(share * 100).toFixed(share < 0.001 ? 4 : 2)} % differ`;

  // The strip: some frames, expected above actual.
  const strip = (card, film) => {
    const frames = card.film.frames;
    // One each 40 ms, as far as the pictures go.
    const seconds = (i) => card.frames[frames[i]] ? card.frames[frames[i]].time : 0;
    const count = clamp(Math.round((seconds(frames.length - 1) - seconds(0)) / 0.04) + 1, Math.min(frames.length, 12), Math.min(frames.length, 150));
    const places = [...new Set(Array.from({ length: count }, (_, i) => Math.round(i * (frames.length - 1) / Math.max(1, count - 1))))];
    const [x, y, width, height] = partOf(card);
    const scale = Math.min(96 / width, 150 / height, 4);
    const nodes = places.map((place) => {
      const share = card.frames[frames[place]] ? card.frames[frames[place]].share : 0;
      const rows = [null, null];
      film.each(place, (side, picture) => {
        const canvas = make("canvas", { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) });
        const pen = canvas.getContext("2d");
        pen.imageSmoothingQuality = "high";
        pen.drawImage(picture, -x * scale, -y * scale, picture.width * scale, picture.height * scale);
        rows[side] = make("span", { class: "thumb" }, canvas);
      });
      const button = make("button", { class: share === 0 ? "" : "off", title: `frame ${frames[place]}`, onclick: () => go(place) },
        ...rows, make("span", { class: "tag", text: `${frames[place]} · ${card.frames[frames[place]] ? card.frames[frames[place]].time.toFixed(2) : ""} s` }));
      button.dataset.place = place;
      return button;
    });
    return make("div", { class: "strip" }, ...nodes);
  };

  // The curves that changed.
  const number = (value) => value == null ? "–" : String(Math.round(value * 1000) / 1000);
  const plot = (curve) => {
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
      draw("svg", { viewBox: "0 0 300 96", preserveAspectRatio: "none", role: "img" }, ...parts));
    const show = (index) => {
      now.setAttribute("x1", x(index));
      now.setAttribute("x2", x(index));
      said.textContent = `${number(curve.expected[index])} → ${number(curve.actual[index])}`;
    };
    return { node, show };
  };

  // A card, opened.
  let turn = 0;
  const show = async (place) => {
    state.card = clamp(place, 0, data.cards.length - 1);
    state.playing = false;
    const mine = ++turn;
    const card = data.cards[state.card];
    state.isWhole = !card.zoomed;
    const chosen = buttons[state.card];
    for (const button of list.querySelectorAll("[aria-current=true]")) button.setAttribute("aria-current", "false");
    chosen.setAttribute("aria-current", "true");
    if (chosen.closest("details")) chosen.closest("details").open = true;
    chosen.scrollIntoView({ block: "nearest" });
    // Each scene has an address; the page begins with the first one without it.
    if (mine > 1 && card.name && addressed() !== card.name) location.hash = encodeURIComponent(card.name);
    if (open && open.viewer) open.viewer.close();
    open = { card, frames: [], plots: [] };
    const facts = make("dl", { class: "facts" }, ...card.facts.map((fact) => make("div", {}, make("dt", { text: fact.name }), make("dd", { text: fact.value }))));
    main.replaceChildren(
      make("div", { class: "head" }, make("h2", {}, make("bdi", { text: card.name })), make("span", { class: `badge ${card.verdict}`, text: card.verdict })),
      make("p", { class: "headline", text: card.headline }),
      make("ul", { class: "notes" }, ...card.notes.map((note) => make("li", { text: note }))), facts);
    main.scrollTop = 0;
    if (card.film) {
      const film = await Film.open(card.film);
      if (mine !== turn) return;
      open.film = film;
      open.frames = card.film.frames;
      open.viewer = new Viewer(card, film);
    } else if (card.frames.some((frame) => frame.share !== 0)) {
      open.frames = card.frames.map((_, i) => i);
    }
    open.bars = open.frames.length ? new Bars(card, open.frames) : null;
    open.label = make("span", { class: "time" });
    if (open.viewer) main.append(viewerPanel(card));
    else if (open.bars) main.append(make("section", { class: "panel" }, make("h3", { text: "Frames that differ" }), scrubber()));
    if (card.film && card.film.frames.length > 1) {
      open.strip = strip(card, open.film);
      main.append(make("section", { class: "panel" }, make("h3", { text: open.viewer.hasBoth ? "Film strip: expected above, actual below" : "Film strip" }), open.strip));
    }
    if (card.curves.length) {
      open.plots = card.curves.map(plot);
      main.append(make("section", { class: "panel" }, make("h3", {}, "Values that changed",
        make("span", { class: "legend" }, make("span", {}, make("i", { class: "expected" }), "expected"), make("span", {}, make("i", { class: "actual" }), "actual"))),
        make("div", { class: "plots" }, ...open.plots.map((one) => one.node))));
    }
    // The frame in which the difference is seen most is what one wants to see.
    const shares = open.frames.map((index) => card.frames[index] ? card.frames[index].share ?? 0.5 : 0);
    const worst = card.film ? open.frames.indexOf(card.film.worst) : -1;
    if (open.viewer) open.viewer.size();
    go(worst < 0 ? Math.max(0, shares.indexOf(Math.max(...shares, 0))) : worst);
    document.documentElement.dataset.shown = String(state.card);
  };

  const pressed = (button, isOn) => button.setAttribute("aria-pressed", String(isOn));
  const viewerPanel = (card) => {
    const both = open.viewer.hasBoth;
    open.modeButtons = modes.map(([mode, title], i) => make("button", {
      type: "button", text: title, "data-mode": mode, title: `${title} (${i + 1})`, disabled: !both && mode !== "side", onclick: () => setMode(mode),
    }));
    open.zoomButtons = zooms.map(([zoom, title]) => make("button", { type: "button", text: title, "data-zoom": zoom, onclick: () => setZoom(zoom) }));
    const cut = make("label", { class: "tune" }, "cut", make("input", { type: "range", min: 0, max: 100, "data-own": true, oninput: (event) => { state.cut = Number(event.target.value); open.viewer.tune(); } }));
    const mix = make("label", { class: "tune" }, "actual", make("input", { type: "range", min: 0, max: 100, "data-own": true, oninput: (event) => { state.mix = Number(event.target.value); open.viewer.tune(); } }));
    open.tunes = { slider: cut, onion: mix };
    const limits = card.film.limits ? make("span", { class: "keys", text: `Shown: ${card.film.limits}` }) : null;
    const whole = card.whole ? make("a", { href: card.whole, text: "All frames" }) : null;
    open.partButtons = card.detail ? [["change", "What changes"], ["whole", "All of it"]].map(([part, title]) => make("button", {
      type: "button", text: title, "data-part": part, onclick: () => setPart(part === "whole"),
    })) : [];
    const parts = card.detail ? make("div", { class: "group", role: "group", "aria-label": "Part" }, ...open.partButtons) : null;
    const panel = make("section", { class: "panel" },
      make("div", { class: "bar" }, make("div", { class: "group", role: "group", "aria-label": "Comparison" }, ...open.modeButtons), cut, mix, parts, limits, whole,
        make("span", { class: "space" }), make("div", { class: "group", role: "group", "aria-label": "Zoom" }, ...open.zoomButtons)),
      open.viewer.stage, scrubber());
    mark();
    return panel;
  };
  const scrubber = () => {
    const button = (title, path, action) => make("button", { type: "button", class: "icon", title, "aria-label": title, onclick: action }, glyph(path));
    open.playButton = button("Play (space)", "M5 3l10 6-10 6z", () => play());
    const many = open.frames.length > 1 && open.viewer;
    return make("div", { class: "scrub" }, open.bars.node, make("div", { class: "transport" },
      button("First frame (Home)", "M4 3h2v12H4zM15 3v12L7 9z", () => go(0)),
      button("Frame before (←)", "M13 3v12L4 9z", () => go(state.at - 1)),
      many ? open.playButton : null,
      button("Next frame (→)", "M5 3l9 6-9 6z", () => go(state.at + 1)),
      button("Last frame (End)", "M3 3l8 6-8 6zM12 3h2v12h-2z", () => go(open.frames.length - 1)),
      button("Next frame that differs (N)", "M9 2l7 13H2z", () => leap(1)),
      open.label, make("span", { class: "space" }),
      make("span", { class: "keys" }, make("kbd", { text: "← →" }), " frame  ", make("kbd", { text: "space" }), " play  ", make("kbd", { text: "1–5" }), " mode  ", make("kbd", { text: "+ −" }), " zoom  ", make("kbd", { text: "J K" }), " scene")));
  };
  const mark = () => {
    const mode = open.viewer.hasBoth ? state.mode : "side";
    open.modeButtons.forEach((button) => pressed(button, button.dataset.mode === mode));
    open.zoomButtons.forEach((button) => pressed(button, button.dataset.zoom === String(state.zoom)));
    open.partButtons.forEach((button) => pressed(button, (button.dataset.part === "whole") === state.isWhole));
    for (const [name, node] of Object.entries(open.tunes)) node.hidden = name !== mode;
    open.tunes.slider.lastChild.value = state.cut;
    open.tunes.onion.lastChild.value = state.mix;
  };
  const setMode = (mode) => {
    if (!open.viewer || (!open.viewer.hasBoth && mode !== "side")) return;
    state.mode = mode;
    open.viewer.build();
    mark();
    go(state.at);
  };
  const setPart = (isWhole) => {
    state.isWhole = isWhole;
    open.viewer.build();
    if (open.strip) {
      const old = open.strip;
      open.strip = strip(open.card, open.film);
      old.replaceWith(open.strip);
    }
    mark();
    go(state.at);
  };
  const setZoom = (zoom) => {
    if (!open.viewer) return;
    state.zoom = zoom;
    open.viewer.size();
    mark();
  };
  const go = (place) => {
    if (!open.frames.length) return;
    state.at = clamp(place, 0, open.frames.length - 1);
    const index = open.frames[state.at];
    const frame = open.card.frames[index];
    if (open.viewer) open.viewer.show(state.at);
    open.bars.paint(state.at);
    open.plots.forEach((one) => one.show(index));
    const share = frame ? frame.share : 0;
    open.label.replaceChildren(make("b", { text: `Frame ${index}` }), open.card.frames.length ? ` of ${open.card.frames.length} · ${time(frame)} · ` : " · ",
      share === 0 ? percent(share) : make("em", { text: percent(share) }));
    if (open.strip) {
      const nodes = [...open.strip.children];
      const near = nodes.reduce((best, node) => Math.abs(node.dataset.place - state.at) < Math.abs(best.dataset.place - state.at) ? node : best, nodes[0]);
      nodes.forEach((node) => node.setAttribute("aria-current", String(node === near)));
    }
  };
  const leap = (step) => {
    for (let at = state.at + step; at >= 0 && at < open.frames.length; at += step) {
      const frame = open.card.frames[open.frames[at]];
      if (frame && frame.share !== 0) return go(at);
    }
  };
  const play = () => {
    state.playing = !state.playing;
    if (!state.playing || !open.viewer) return;
    const mine = open;
    const times = open.frames.map((index) => mine.card.frames[index] ? mine.card.frames[index].time : 0);
    if (state.at >= open.frames.length - 1) go(0);
    const start = performance.now() - 1000 * (times[state.at] - times[0]);
    const tick = (now) => {
      if (!state.playing || open !== mine) return;
      const seconds = (now - start) / 1000 + times[0];
      let at = state.at;
      while (at + 1 < times.length && times[at + 1] <= seconds) at += 1;
      if (at !== state.at) go(at);
      if (at >= times.length - 1) state.playing = false;
      else requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  };

  // The keys.
  addEventListener("keydown", (event) => {
    const target = event.target;
    if (event.ctrlKey || event.metaKey || event.altKey || !open) return;
    if (target.matches && target.matches("input[type=search], input[data-own]")) return;
    const zoomAt = zooms.findIndex(([zoom]) => zoom === state.zoom);
    const actions = {
      ArrowLeft: () => go(state.at - (event.shiftKey ? 10 : 1)), ArrowRight: () => go(state.at + (event.shiftKey ? 10 : 1)),
      Home: () => go(0), End: () => go(open.frames.length - 1), " ": () => play(),
      n: () => leap(1), p: () => leap(-1), j: () => show(state.card + 1), k: () => show(state.card - 1),
      "+": () => setZoom(zooms[Math.min(zoomAt + 1, zooms.length - 1)][0]), "-": () => setZoom(zooms[Math.max(zoomAt - 1, 0)][0]),
    };
    modes.forEach(([mode], i) => { actions[String(i + 1)] = () => setMode(mode); });
    const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!action || (event.key === " " && target.matches && target.matches("button"))) return;
    event.preventDefault();
    action();
  });
  // A button that was clicked gives the keys back.
  addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button && event.detail > 0) button.blur();
  });
  addEventListener("resize", () => {
    if (open && open.viewer) open.viewer.size();
    if (open && open.bars) open.bars.paint(state.at);
  });

  // The frame around it all.
  const counts = {};
  for (const card of data.cards) counts[card.verdict] = (counts[card.verdict] || 0) + 1;
  const theme = make("button", {
    type: "button", class: "icon", title: "Light or dark", "aria-label": "Light or dark",
    onclick: () => {
      const root = document.documentElement;
      const isDark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
      root.dataset.theme = isDark ? "light" : "dark";
      if (open && open.frames.length) go(state.at);
    },
  }, glyph("M9 1.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15zm0 1.8v11.4a5.7 5.7 0 0 1 0-11.4z"));
  const logo = draw("svg", { class: "mark", viewBox: "0 0 22 22", "aria-hidden": "true" },
    draw("rect", { x: 1, y: 3, width: 11, height: 16, rx: 3, fill: "var(--expected)", opacity: 0.85 }),
    draw("rect", { x: 10, y: 3, width: 11, height: 16, rx: 3, fill: "var(--actual)", opacity: 0.85 }));
  const search = make("input", {
    type: "search", placeholder: "Filter scenes", "aria-label": "Filter scenes",
    oninput: () => {
      const text = search.value.toLowerCase();
      for (const button of buttons) button.hidden = !data.cards[button.dataset.card].name.toLowerCase().includes(text);
      for (const group of list.querySelectorAll("details")) {
        group.hidden = ![...group.querySelectorAll("button")].some((button) => !button.hidden);
        if (text) group.open = true;
      }
    },
  });
  const buttons = [];
  data.cards.forEach((card, i) => {
    const button = make("button", { type: "button", title: card.name, onclick: () => show(i) },
      make("span", { class: `dot ${card.verdict}` }), make("span", { class: "name" }, make("bdi", { text: card.name || "(no name)" })), make("span", { class: "what", text: card.short ?? card.headline }));
    button.dataset.card = i;
    buttons.push(button);
  });
  // Scenes with one reason are folded under it.
  for (let i = 0; i < buttons.length;) {
    const group = data.groups.find((one) => one.cards[0] === i);
    const end = group ? group.cards[1] : i + 1;
    const own = buttons.slice(i, end);
    list.append(...group ? [make("details", {}, make("summary", { text: group.title, title: group.title }), ...own)] : own);
    i = end;
  }
  document.body.append(
    make("header", { class: "top" }, logo, make("h1", { text: data.title }), make("span", { class: "sum", text: data.summary }), make("span", { class: "space" }),
      make("div", { class: "counts" }, ...Object.entries(counts).map(([kind, count]) => make("span", { class: `badge ${kind}`, text: `${count} ${kind}` }))), theme),
    make("nav", { "aria-label": "Scenes" }, data.cards.length > 8 ? search : null, list), main);
  const addressed = () => {
    try {
      return decodeURIComponent(location.hash.slice(1));
    } catch {
      return "";
    }
  };
  const placeOfAddress = () => location.hash ? data.cards.findIndex((card) => card.name === addressed()) : -1;
  addEventListener("hashchange", () => {
    const place = placeOfAddress();
    if (place >= 0 && data.cards[state.card].name !== data.cards[place].name) show(place);
  });
  if (data.cards.length) show(Math.max(0, placeOfAddress()));
  else main.append(make("p", { class: "empty", text: "There was nothing to compare." }));
})();
