import { make } from "./dom.js";
import { filmsOf } from "./film.js";
import { listen } from "./keys.js";
import { SceneList } from "./list.js";
import { Player } from "./player.js";
import { plot } from "./plot.js";
import { Strip } from "./strip.js";
import { logo, themeButton } from "./theme.js";
import { Viewer } from "./viewer.js";

const data = JSON.parse(document.getElementById("data").textContent);
const main = make("main", { tabindex: "-1" });
const panel = (...children) => make("section", { class: "panel" }, ...children);

// The card that is shown: { card, viewer, player, strip, plots }.
let shown = null;
let turn = 0;
const show = async (place) => {
  if (place < 0 || place >= data.cards.length) return;
  const mine = ++turn;
  const card = data.cards[place];
  list.choose(place);
  // Each scene has an address; the page begins with the first one without it.
  if (mine > 1 && card.name && addressed() !== card.name) location.hash = encodeURIComponent(card.name);
  shown?.viewer?.close();
  shown?.player?.stop();
  shown = { card, place, plots: [] };
  main.replaceChildren(
    make("div", { class: "head" }, make("h2", {}, make("bdi", { text: card.name })), make("span", { class: `badge ${card.verdict}`, text: card.verdict })),
    make("p", { class: "headline", text: card.headline }),
    make("ul", { class: "notes" }, ...card.notes.map((note) => make("li", { text: note }))),
    make("dl", { class: "facts" }, ...card.facts.map((fact) => make("div", {}, make("dt", { text: fact.name }), make("dd", { text: fact.value })))));
  main.scrollTop = 0;
  // A film may show frames of which nothing else is known.
  const indices = card.film ? card.film.frames : card.shares.some((share) => share !== 0) ? [...card.shares.keys()] : [];
  const frames = indices.map((index) => index in card.times
    ? { index, time: card.times[index], share: card.shares[index], area: card.areas[index] } : { index, share: 0 });
  const films = card.film ? await filmsOf(card.film, frames.map((frame) => frame.time)) : null;
  if (mine !== turn) return;
  if (films) shown.viewer = viewerOf(card, films, frames);
  if (frames.length) {
    shown.player = new Player(frames, { most: Math.max(...card.shares), total: card.times.length, isFilm: films !== null, changed: paint });
  }
  if (films) main.append(panel(bar(card), shown.viewer.stage, shown.player.node));
  else if (frames.length) main.append(panel(make("h3", { text: "Frames that differ" }), shown.player.node));
  if (frames.length > 1 && films) {
    shown.strip = strip();
    main.append(panel(make("h3", { text: shown.viewer.hasBoth ? "Film strip: expected above, actual below" : "Film strip" }), shown.strip.node));
  }
  if (card.curves.length) {
    shown.plots = card.curves.map(plot);
    const legend = ["expected", "actual"].map((kind) => make("span", {}, make("i", { class: kind }), kind));
    main.append(panel(make("h3", {}, "Values over time", make("span", { class: "legend" }, ...legend)),
      make("div", { class: "plots" }, ...shown.plots.map((one) => one.node))));
  }
  shown.viewer?.size();
  if (frames.length) shown.player.go(worst(card, frames));
  document.documentElement.dataset.shown = String(place);
};
// The frame in which the difference is seen most is what one wants to see.
const worst = (card, frames) => {
  const place = frames.findIndex((frame) => frame.index === card.film?.worst);
  const shares = frames.map((frame) => frame.share ?? 0.5);
  return place < 0 ? shares.indexOf(Math.max(...shares)) : place;
};
const viewerOf = (card, [expected, actual], frames) => {
  const sides = [
    { kind: "expected", title: "Expected", film: expected, missing: "What was approved is not at hand: a lock holds hashes, and no revision renders to them." },
    { kind: "actual", title: "Actual", film: actual, missing: "There is no such frame any more." },
  ];
  const changed = () => {
    const old = shown.strip;
    if (!old) return;
    shown.strip = strip();
    old.node.replaceWith(shown.strip.node);
    shown.strip.mark(shown.player.at);
  };
  return new Viewer(sides, frames, { detail: card.detail, isWhole: !card.zoomed, changed });
};
const bar = (card) => shown.viewer.bar(
  card.film.limits ? make("span", { class: "keys", text: `Shown: ${card.film.limits}` }) : null,
  card.whole ? make("a", { href: card.whole, text: "All frames" }) : null);
const strip = () => new Strip(shown.viewer.films, shown.player.frames, shown.viewer.part, (place) => shown.player.go(place));
// Shows a place of the player everywhere.
const paint = (place) => {
  shown.viewer?.show(place);
  shown.strip?.mark(place);
  for (const one of shown.plots) one.show(shown.player.frames[place].index);
};

listen((event) => shown && {
  ...shown.player?.keys(event.shiftKey), ...shown.viewer?.keys,
  PageDown: () => show(shown.place + 1), PageUp: () => show(shown.place - 1),
});
addEventListener("resize", () => {
  shown?.viewer?.size();
  shown?.player?.bars.paint(shown.player.at);
});

// The frame around it all.
const list = new SceneList(data.cards, data.groups, show);
const counts = {};
for (const card of data.cards) counts[card.verdict] = (counts[card.verdict] || 0) + 1;
document.body.append(
  make("header", { class: "top" }, logo(), make("h1", { text: data.title }), make("span", { class: "sum", text: data.summary }), make("span", { class: "space" }),
    make("div", { class: "counts" }, ...Object.entries(counts).map(([kind, count]) => make("span", { class: `badge ${kind}`, text: `${count} ${kind}` }))),
    themeButton(() => shown?.player?.go(shown.player.at))),
  list.node, main);
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
  if (place >= 0 && shown.card.name !== data.cards[place].name) show(place);
});
if (data.cards.length) show(Math.max(0, placeOfAddress()));
else main.append(make("p", { class: "empty", text: "There was nothing to compare." }));
