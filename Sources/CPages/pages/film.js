import { make } from "./dom.js";

// A film is { width, height, times, seek }. `times` has the seconds of each picture. `seek(place)` gives what can be
// drawn: a picture, which the next one may replace; undefined where the film has none; null while it is not there yet.

// An APNG is taken apart: each frame becomes a PNG that is painted over the one before.
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

// The two films of one APNG, in which they take turns: 0, 1, 1, 0, 0, 1, and so on; null for one without pictures.
export const filmsOf = async ({ apng, size: [width, height], counts, shrink }, times) => {
  const { header, frames } = framesOf(Uint8Array.from(atob(apng), (letter) => letter.charCodeAt(0)));
  const pictures = await Promise.all(frames.map((frame) => picture(header, frame)));
  const [pen, ...pens] = [0, 1, 2].map(() => make("canvas", { width, height }).getContext("2d", { willReadFrequently: true }));
  pen.imageSmoothingEnabled = false;
  pen.scale(shrink, shrink);
  let next = 0;
  const places = times.map((_, i) => (i % 2 ? [1, 0] : [0, 1]).filter((side) => i < counts[side]).map((side) => ({ side, at: next++ })));
  let [painted, shown] = [-1, -1];
  const paint = (at) => {
    const { x, y, width, height, over } = frames[at];
    if (!over) pen.clearRect(x, y, width, height);
    pen.drawImage(pictures[at], x, y);
  };
  const show = (place) => {
    for (const { side, at } of places[place]) {
      if (at < painted) painted = -1;
      while (painted < at) paint(++painted);
      pens[side].clearRect(0, 0, width, height);
      pens[side].drawImage(pen.canvas, 0, 0);
    }
    shown = place;
  };
  return counts.map((count, side) => count === 0 ? null : {
    width, height, times: times.slice(0, count),
    seek: (place) => {
      if (place >= count) return undefined;
      if (place !== shown) show(place);
      return pens[side].canvas;
    },
  });
};
