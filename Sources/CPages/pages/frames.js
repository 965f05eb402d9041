import { ask } from "./api.js";

// Bytes or pictures, up to a number of bytes; those used least recently go.
class Recent {
  constructor(limit, close) {
    Object.assign(this, { limit, close, total: 0, items: new Map() });
  }
  get(key) {
    const item = this.items.get(key);
    if (!item) return null;
    this.items.delete(key);
    this.items.set(key, item);
    return item.value;
  }
  put(key, value, size) {
    this.items.set(key, { value, size });
    this.total += size;
    // The two pictures of a comparison are always there.
    for (const [old, item] of this.items) {
      if (this.total <= this.limit || this.items.size <= 2) return;
      this.items.delete(old);
      this.total -= item.size;
      this.close?.(item.value);
    }
  }
}
const pngs = new Recent(64e6);
const bitmaps = new Recent(256e6, (bitmap) => bitmap.close());
const hashes = new Map();

// The other pictures of all films are fetched one at a time, nearest first, once no picture was asked for during a tenth
// of a second. Drawing them earlier delays the picture that is asked for.
const films = new Set();
let running = 0;
let pause = null;
const rest = () => {
  clearTimeout(pause);
  pause = setTimeout(() => {
    pause = null;
    fetchAhead();
  }, 100);
};
const fetchAhead = () => {
  while (!pause && running < 1 && ![...films].some((film) => film.isHurrying)) {
    const next = [...films].map((film) => ({ film, place: film.next() })).filter(({ place }) => place != null)
      .sort((a, b) => Math.abs(a.place - a.film.wanted) - Math.abs(b.place - b.film.wanted))[0];
    if (!next) return;
    running += 1;
    next.film.load(next.place).finally(() => {
      running -= 1;
      fetchAhead();
    });
  }
};

// The film of a build. `came` is called with each place whose picture is there now, `failed` when one does not come.
export class Frames {
  constructor(build, came, failed) {
    const [width, height] = build.size;
    Object.assign(this, { build, came, failed, width, height, times: build.times, wanted: 0, held: null });
    this.loading = new Map();
    this.known = new Set();
    this.stop = new AbortController();
    films.add(this);
  }
  key(place) { return `${this.build.id}/${place}`; }
  // A picture that is held is shown instead of all.
  seek(place) { return this.held ?? (place < this.times.length ? bitmaps.get(this.key(place)) : undefined); }
  has(place) { return bitmaps.items.has(this.key(place)); }
  // The hash of a picture that has come; undefined before.
  hash(place) { return hashes.get(this.key(place)); }
  // The frame that is seen at a time.
  at(time) {
    let place = 0;
    while (this.times[place + 1] <= time + 1e-6) place += 1;
    return place;
  }
  // This picture comes before all others; a newer wish replaces an older one.
  async want(place) {
    this.wanted = place;
    rest();
    if (this.isHurrying) return;
    this.isHurrying = true;
    while (!this.has(this.wanted) && !this.stop.signal.aborted) await (this.loading.get(this.wanted) ?? this.load(this.wanted));
    this.isHurrying = false;
    rest();
  }
  // The nearest picture that was not fetched yet, or that can be decoded and kept.
  next() {
    const room = 200e6 / (4 * this.width * this.height * films.size);
    for (let far = 0; far < this.times.length; far++) {
      for (const place of [this.wanted + far, this.wanted - far]) {
        if (place < 0 || place >= this.times.length || this.loading.has(place)) continue;
        if (!this.known.has(place) || (2 * far < room && !this.has(place))) return place;
      }
    }
    return null;
  }
  load(place) {
    const loaded = this.fetch(place).catch((error) => {
      if (this.stop.signal.aborted) return;
      this.close();
      this.failed(error);
    }).finally(() => this.loading.delete(place));
    this.loading.set(place, loaded);
    return loaded;
  }
  async fetch(place) {
    const key = this.key(place);
    let file = pngs.get(key);
    if (!file) {
      const answer = await ask(`builds/${this.build.id}/frame?index=${place}`, undefined, { signal: this.stop.signal });
      file = { hash: answer.headers.get("Frame-Hash"), png: await answer.blob() };
      if (!pngs.get(key)) pngs.put(key, file, file.png.size);
    }
    if (!this.has(place)) {
      const bitmap = await bitmapOf(file.png);
      if (!this.has(place)) bitmaps.put(key, bitmap, 4 * this.width * this.height);
    }
    this.known.add(place);
    hashes.set(key, file.hash);
    if (!this.stop.signal.aborted) this.came(place);
  }
  close() {
    this.stop.abort();
    films.delete(this);
  }
}
export const bitmapOf = (png) => createImageBitmap(png, { colorSpaceConversion: "none", premultiplyAlpha: "none" });

// A film by the times of another one: what it shows then.
export const timed = (film, times) => ({
  width: film.width, height: film.height, times, seek: (place) => film.seek(film.at(times[place])),
});
