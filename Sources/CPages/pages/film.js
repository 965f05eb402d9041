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

// Paints the frames of a file that is Base64, each `shrink` times as large.
class APNGReader {
  static async open(text, width, height, shrink) {
    const { header, frames } = framesOf(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)));
    const reader = new APNGReader();
    reader.frames = frames;
    reader.pictures = await Promise.all(frames.map((frame) => picture(header, frame)));
    reader.canvas = make("canvas", { width, height });
    reader.pen = reader.canvas.getContext("2d", { willReadFrequently: true });
    reader.pen.imageSmoothingEnabled = false;
    reader.pen.scale(shrink, shrink);
    reader.shown = -1;
    return reader;
  }
  // The canvas with the frame at this place.
  seek(at) {
    if (at < this.shown) this.shown = -1;
    while (this.shown < at) this.paint(++this.shown);
    return this.canvas;
  }
  paint(at) {
    const frame = this.frames[at];
    if (!frame.over) this.pen.clearRect(frame.x, frame.y, frame.width, frame.height);
    this.pen.drawImage(this.pictures[at], frame.x, frame.y);
  }
}

// The two films of one APNG, in which they take turns: 0, 1, 1, 0, 0, 1, and so on; null for one without pictures.
export const filmsOf = async ({ apng, size: [width, height], counts, shrink }, times) => {
  const reader = await APNGReader.open(apng, width, height, shrink);
  const pens = counts.map(() => make("canvas", { width, height }).getContext("2d", { willReadFrequently: true }));
  let next = 0;
  const places = times.map((_, i) => (i % 2 ? [1, 0] : [0, 1]).filter((side) => i < counts[side]).map((side) => ({ side, at: next++ })));
  let shown = -1;
  const show = (place) => {
    if (place === shown) return;
    shown = place;
    for (const { side, at } of places[place]) {
      pens[side].clearRect(0, 0, width, height);
      pens[side].drawImage(reader.seek(at), 0, 0);
    }
  };
  const film = (count, side) => count === 0 ? null : {
    width, height, times: times.slice(0, count),
    seek: (place) => {
      if (place >= count) return undefined;
      show(place);
      return pens[side].canvas;
    },
  };
  return counts.map(film);
};
