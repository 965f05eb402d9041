import { readAddress, writeAddress } from "./address.js";
import { Refusal, follow, tell } from "./api.js";
import { dialog, icon, isNarrow, make } from "./dom.js";
import { Finger } from "./finger.js";
import { Frames, timed } from "./frames.js";
import { Gallery, approve } from "./gallery.js";
import { actionsOf, helpDialog, listen } from "./keys.js";
import { SceneList } from "./list.js";
import { Layer } from "./layer.js";
import { Live } from "./live.js";
import { Mistakes } from "./mistakes.js";
import { Motion } from "./motion.js";
import { Player } from "./player.js";
import { Strip } from "./strip.js";
import { logo, themeButton } from "./theme.js";
import { Export, Values } from "./values.js";
import { Viewer, look, modes } from "./viewer.js";

const nameOf = (version) => version === "approved" ? "As approved" : version;

// The page: a scene's newest build, beside another version of it if one wants, and what changes it.
class Preview {
  constructor(settings) {
    this.settings = settings;
    this.state = document.documentElement.dataset;
    [this.scenes, this.film, this.expected, this.against, this.strip] = [[], null, null, null, null];
    this.live = new Live((build) => this.adopt(build), (error) => this.fail(error));
    this.mistakes = new Mistakes((edit) => this.live.edit(edit));
    this.title = make("h1", {}, "Preview");
    this.verdict = make("span", { class: "badge", "aria-live": "polite" });
    this.banner = make("div", { class: "banner", role: "alert", hidden: true });
    this.notice = make("div", { class: "notice", role: "status" });
    this.caption = make("div", { class: "caption" });
    this.picture = make("section", { class: "panel picture", "aria-label": "Picture" }, make("p", { class: "void", text: "Rendering…" }));
    this.strips = make("section", { class: "panel", "aria-label": "Film strip", hidden: true });
    this.parts = [this.picture, this.mistakes.node, this.mistakes.warnings, this.strips];
    this.main = make("main", { tabindex: -1 }, ...this.parts);
    this.gallery = new Gallery(settings.readOnly, (path) => this.short(path), (path) => this.open(path, []), (text) => this.say(text));
    this.all = icon("Gallery", "M2 2h6v6H2zM10 2h6v6h-6zM2 10h6v6H2zM10 10h6v6h-6z", () => this.showGallery(!this.isGallery));
    const button = (text, onclick) => settings.readOnly ? null : make("button", { type: "button", class: "button", text, onclick });
    this.approveButton = button("Approve…", () => this.live.build && approve([{ scene: this.live.scene, build: this.live.build.id }], (text) => this.say(text)));
    this.finger = new Finger(this);
    this.motion = new Motion(this.live, settings.readOnly, () => this.save());
    this.values = new Values();
    this.layer = new Layer(this);
    this.export = new Export(settings.readOnly, (text) => this.say(text));
    this.inspector = make("aside", { "aria-label": "Inspector" }, this.motion.node, this.values.node, this.layer.node, this.export.node);
    this.list = make("section", { class: "scenes", "aria-label": "Scenes" });
    document.body.append(
      make("header", { class: "top" }, logo(), this.title, this.verdict, make("span", { class: "space" }), this.approveButton, this.all,
        icon("Keys (?)", "M9 2a4 4 0 0 0-4 4h2a2 2 0 1 1 3 1.7C8.800 8.400 8 9.200 8 11h2c0-.9.300-1.200 1.200-1.800A4 4 0 0 0 9 2zM8 13h2v2H8z", () => helpDialog(this.keys(false))),
        themeButton(() => this.player?.go(this.player.at))),
      this.banner, this.list, make("div", { class: "work" }, this.main, this.inspector), this.notice);
    listen((event) => actionsOf(this.keys(event.shiftKey)));
    this.list.addEventListener("input", () => this.drawGallery());
    addEventListener("resize", () => this.size());
    addEventListener("popstate", () => {
      const { scene, edits } = readAddress();
      if (scene && scene !== this.live.scene) this.open(scene, edits);
    });
  }
  async start() {
    this.state.problem = "";
    const wish = readAddress();
    this.begin = wish.at;
    this.beginLoop = wish.loop;
    if (wish.zoom) look.zoom = Number(wish.zoom) || "fit";
    if (modes.some(([mode]) => mode === wish.mode)) look.mode = wish.mode;
    await this.fillScenes();
    follow((events, isMissed) => this.happened(events, isMissed), (isGone) => this.gone(isGone));
    const scene = this.scenes.find(({ path }) => path === wish.scene) ?? this.scenes[0];
    if (!scene) return this.picture.replaceChildren(make("p", { class: "void", text: "There is no scene here." }));
    this.open(scene.path, scene.path === wish.scene ? wish.edits : []);
    if (wish.mode ? wish.mode !== "off" : this.settings.against) this.compare(wish.against ?? this.version);
  }

  // Scenes and their verdicts.
  async fillScenes() {
    this.scenes = await tell("scenes");
    const folders = this.scenes.map(({ path }) => path.slice(0, path.lastIndexOf("/") + 1));
    this.folder = folders.reduce((one, other) => one.startsWith(other) ? other : other.startsWith(one) ? one : "", folders[0] ?? "");
    const cards = this.scenes.map((scene) => ({ name: this.short(scene.path), verdict: scene.verdict, headline: scene.headline, label: scene.path }));
    this.cards = new SceneList(cards, [], (i) => this.open(this.scenes[i].path, []));
    const fold = make("details", { open: !matchMedia("(max-width: 860px)").matches }, make("summary", { text: `Scenes (${cards.length})` }), this.cards.node);
    this.list.replaceChildren(fold);
    this.mark();
  }
  get isGallery() { return this.gallery.node.isConnected; }
  showGallery(isShown) {
    this.player?.stop();
    this.all.setAttribute("aria-pressed", String(isShown));
    this.main.replaceChildren(...isShown ? [this.gallery.node] : this.parts);
    this.drawGallery();
    if (!isShown) this.size();
  }
  drawGallery() {
    if (this.isGallery) this.gallery.show(this.scenes.filter((_, i) => !this.cards.buttons[i].hidden));
  }
  // A path without the folder that all scenes are in.
  short(path) { return path.slice(this.folder.length); }
  get scene() { return this.scenes.find(({ path }) => path === this.live.scene); }
  mark() {
    const { scene } = this;
    if (!scene) return;
    this.cards.choose(this.scenes.indexOf(scene));
    this.title.textContent = this.short(scene.path);
    this.title.title = scene.path;
    this.verdict.className = `badge ${scene.verdict}`;
    this.verdict.textContent = scene.verdict;
    this.verdict.title = scene.headline;
    this.drawGallery();
  }
  happened(events, isMissed) {
    if (isMissed) this.live.ask();
    const last = events.findLast(({ kind, scene }) => kind === "changed" && scene === this.live.scene);
    if (last?.build) this.live.changed(last.build);
    else if (last) this.fail(new Refusal(422, last));
    for (const { scene, verdict, headline } of events.filter(({ kind }) => kind === "verdict")) {
      const place = this.scenes.findIndex(({ path }) => path === scene);
      if (place < 0) continue;
      Object.assign(this.scenes[place], { verdict, headline });
      this.cards.say(place, this.scenes[place]);
    }
    if (isMissed || events.some(({ kind }) => kind === "scenes")) this.fillScenes();
    this.mark();
  }
  open(path, edits) {
    this.player?.stop();
    if (this.isGallery) this.showGallery(false);
    this.film?.close();
    // The old picture stays until there is one of the other scene.
    this.isOther = true;
    this.state.scene = path;
    for (const name of ["build", "frame", "hash"]) delete this.state[name];
    this.live.open(path, edits);
    this.mark();
    if (this.against) this.compare(this.against);
  }
  move(step) {
    const next = this.scenes[this.scenes.indexOf(this.scene) + step];
    if (next) this.open(next.path, []);
  }

  // Shows a build at the time that is shown now; the old picture stays until then.
  async adopt(build) {
    const film = new Frames(build, (place) => this.came(film, place), (error) => this.lost(error));
    const place = this.placeIn(film);
    await film.want(place);
    if (build !== this.live.build || !film.has(place)) return film.close();
    this.film?.close();
    [this.film, this.isOther, this.begin] = [film, false, null];
    this.goodAt = new Date();
    this.mistakes.hide();
    this.mistakes.warn(build.warnings);
    this.show(place);
    this.motion.fill(build.runs);
    this.export.fill(build);
    this.state.build = build.id;
    this.state.problem = this.state.problem === "gone" ? "gone" : "";
  }
  // For the finger: the transition under the playhead, or the next one; a picture that is shown meanwhile.
  get stage() { return this.viewer.stage; }
  get place() { return this.player.at; }
  // Whether a click on the picture asks for its layers.
  get isPick() { return this.isSeen && !this.finger.isOn && this.viewer.mode !== "slider"; }
  get run() {
    const time = this.film.times[this.player.at];
    return this.film.build.runs.find(({ end }) => end >= time) ?? this.film.build.runs.at(-1);
  }
  hold(bitmap, hash) {
    this.film.held?.close();
    this.film.held = bitmap;
    this.paint(this.player.at);
    if (bitmap) this.state.hash = hash;
  }
  released(time) {
    if (this.film.held) this.hold(null);
    this.player.go(this.film.at(time));
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) this.player.play();
  }
  onion() {
    dialog("Onion: nine moments and the ways", [make("img", { src: `builds/${this.film.build.id}/onion`, alt: "Nine moments over each other" })]);
  }
  async save() {
    if (!this.settings.readOnly && this.live.edits.length && this.live.isValid) this.say(await this.live.save());
  }
  placeIn(film) {
    const last = film.times.length - 1;
    if (this.begin != null) return this.begin === Infinity ? last : film.at(this.begin);
    if (!this.film || this.isOther) return 0;
    return this.player.at === this.film.times.length - 1 ? last : film.at(this.film.times[this.player.at]);
  }
  show(place) {
    const frames = this.frames();
    if (this.player) {
      this.viewer.fill(this.sides(), frames, place);
    } else {
      this.viewer = new Viewer(this.sides(), frames, { detail: null, isWhole: true, changed: () => {}, choose: (mode) => this.choose(mode), tall: isNarrow() ? 0.56 : 0.6 });
      this.player = new Player(frames, {
        most: 1, total: frames.length, isFilm: true, changed: (at) => this.paint(at), has: (at) => this.film.has(at),
      });
      this.player.isLooping = this.film.build.loop;
      if (this.beginLoop) [this.player.isLooping, this.player.span] = [this.beginLoop !== "off", /-/.test(this.beginLoop) ? this.beginLoop.split("-").map(Number) : null];
      this.choice = make("select", { class: "choice", "aria-label": "Compared with", onchange: () => this.compare(this.choice.value) });
      this.finger.attach(this.viewer.stage);
      this.layer.attach(this.viewer.stage);
      this.view = [this.viewer.bar(this.choice, this.finger.button), this.viewer.stage, this.finger.node, this.caption, this.player.node];
    }
    if (!this.view[0].parentNode) {
      this.picture.replaceChildren(...this.view);
      this.viewer.size();
    }
    this.player.fill(frames, 1, this.film.build, place);
    this.values.fill(this.film.build, this.expected?.build, place);
    this.drawVersions();
    this.drawStrip();
  }
  drawStrip() {
    const left = this.strip?.node.scrollLeft ?? 0;
    this.strip = new Strip(this.viewer.films, this.player.frames, this.viewer.part, (place) => this.player.go(place));
    this.strips.hidden = this.film.times.length < 2;
    this.strips.replaceChildren(make("h2", { text: "Film strip" }), this.strip.node);
    this.strip.node.scrollLeft = left;
    this.strip.mark(this.player.at);
  }
  // The frames of the film; what differs is known where both pictures are.
  frames() {
    return this.film.times.map((time, index) => {
      const [was, is] = [this.expected?.hash(this.expected.at(time)), this.film.hash(index)];
      return was && is ? { index, time, share: was === is ? 0 : null } : { index, time };
    });
  }
  // Whether a picture of the scene is on the page.
  get isSeen() { return this.film !== null && !this.isOther; }
  sides() {
    const own = { kind: this.against ? "actual" : "", title: this.live.edits.length ? "With your changes" : "The files", film: this.film, id: "picture" };
    if (!this.against) return [own];
    const film = this.expected && timed(this.expected, this.film.times);
    return [{ kind: "expected", title: nameOf(this.against), film, missing: this.missing ?? "Rendering…" }, own];
  }
  paint(place) {
    this.film.want(place);
    this.expected?.want(this.expected.at(this.film.times[place]));
    this.strip?.mark(place);
    this.values.show(place);
    this.isLate = !this.viewer.show(place);
    if (!this.isLate) this.painted(place);
    this.layer.moved();
    this.remember();
  }
  came(film, place) {
    if (film !== this.film && film !== this.expected) return;
    if (this.isLate) this.paint(this.player.at);
    if (this.expected && this.isSeen) {
      this.player.frames = this.frames();
      this.player.bars.fill(this.player.frames, 1);
      clearTimeout(this.barTimer);
      this.barTimer = setTimeout(() => this.player.go(this.player.at), 60);
    }
    const time = film.times[place];
    for (const button of this.strip?.buttons ?? []) {
      if (film === this.film ? Number(button.dataset.place) === place : film.at(this.film.times[button.dataset.place]) === film.at(time)) this.strip.fill(button);
    }
  }
  // What the page says of the picture that it shows.
  painted(place) {
    const { build, times } = this.film;
    const hash = this.film.hash(place) ?? "";
    const run = build.runs.find(({ start, end }) => times[place] >= start && times[place] <= end);
    Object.assign(this.state, { frame: place, hash });
    const facts = [
      run ? `${Math.round(100 * (times[place] - run.start) / Math.max(1e-9, run.end - run.start))} % of ${run.type}` : "at rest",
      build.approved ? build.approved[place] === hash ? "as approved" : "not as approved" : "", `${build.size.join(" × ")} pixels`,
    ];
    this.caption.replaceChildren(...facts.filter((fact) => fact).map((fact) => make("span", { text: fact })),
      make("span", { class: "mono", title: "Hash of the picture", text: hash.slice(0, 12) }));
  }
  remember() {
    const { player } = this;
    const isEnd = player.at === this.film.times.length - 1;
    writeAddress({
      scene: this.live.scene, at: isEnd ? "end" : this.film.times[player.at].toFixed(4), zoom: look.zoom === "fit" ? null : look.zoom,
      mode: this.against ? look.mode : this.settings.against ? "off" : null, against: this.against,
      loop: player.isLooping ? player.span?.join("-") ?? "on" : "off", edits: this.live.edits.length ? JSON.stringify(this.live.edits) : null,
    });
  }
  size() {
    this.viewer?.size();
    this.player?.go(this.player.at);
  }

  // Comparison with another version, of which there are some.
  get version() { return this.settings.against ?? this.versions[0] ?? "git:HEAD"; }
  get versions() {
    const approved = this.scene?.verdict === "missing" ? [] : ["approved"];
    return [...new Set([this.settings.against, ...approved, "git:HEAD"])].filter((version) => version);
  }
  drawVersions() {
    this.choice.hidden = !this.against;
    this.choice.replaceChildren(...[...new Set([...this.versions, this.against])].filter((version) => version)
      .map((version) => make("option", { value: version, text: nameOf(version), selected: version === this.against })));
  }
  choose(mode) {
    if (mode === "off") return this.compare(null);
    look.mode = mode;
    if (!this.against) return this.compare(this.version);
    this.viewer.rebuild();
    this.remember();
  }
  async compare(version) {
    this.expected?.close();
    [this.against, this.expected, this.missing] = [version, null, null];
    if (this.isSeen) this.show(this.player.at);
    const { scene } = this.live;
    if (!version) return;
    const isOld = () => this.against !== version || this.live.scene !== scene;
    try {
      const build = await tell("builds", { scene, version });
      if (isOld()) return;
      const film = new Frames(build, (place) => this.came(film, place), (error) => this.lost(error));
      await film.want(this.isSeen ? film.at(this.film.times[this.player.at]) : 0);
      if (isOld()) return film.close();
      this.expected = film;
    } catch (error) {
      if (isOld()) return;
      this.missing = error.message;
    }
    if (this.isSeen) this.show(this.player.at);
  }

  // What went wrong.
  fail(error) {
    if (error.status === 0) return this.gone(true);
    this.state.problem = "mistakes";
    if (this.live.edits.length) this.motion.complain(error.body?.mistakes?.[0]?.message ?? error.message);
    this.mistakes.show(error.body ?? { message: error.message }, this.isSeen ? `Above is the last good picture, ${this.goodAt.toLocaleTimeString("en-GB")}.` : "");
    if (!this.isSeen) this.picture.replaceChildren(make("p", { class: "void", text: "There is no good picture of this scene yet." }));
  }
  // A build that is gone is asked for again.
  lost(error) {
    if (error.status !== 410) return this.fail(error);
    this.live.ask();
    if (this.against) this.compare(this.against);
  }
  gone(isGone) {
    if (isGone === !this.banner.hidden) return;
    this.banner.hidden = !isGone;
    this.banner.textContent = isGone ? "render-transition has ended. This page shows what it had; start the preview again to go on." : "";
    this.state.problem = isGone ? "gone" : "";
    if (!isGone) this.live.ask();
  }
  // A sentence that stays for a while.
  say(text) {
    this.notice.textContent = text;
    clearTimeout(this.noticeTimer);
    this.noticeTimer = setTimeout(() => this.notice.replaceChildren(), 6000);
  }

  // All keys of the page; also what its help shows.
  keys(isFar) {
    const { player, viewer } = this.isSeen ? this : {};
    const own = player?.keys(isFar) ?? {};
    const pick = (...names) => Object.fromEntries(names.map((name) => [name, own[name]]));
    const end = (i) => {
      if (!player) return;
      const span = [...player.span ?? [0, player.frames.length - 1]];
      span[i] = player.at;
      player.loopOver(Math.min(...span), Math.max(...span));
    };
    return [
      ["Space", "Play, stop", pick(" ")],
      ["Enter", "Stop, and go back to where playing began", { Enter: () => player?.back() }],
      ["← →", "Frame before, next frame; with Shift ten", pick("ArrowLeft", "ArrowRight")],
      ["Home End", "First, last frame", pick("Home", "End")],
      ["J K L", "Play backward, stop, play forward; again: faster", { j: () => player?.shuttle(-1), k: () => player?.stop(), l: () => player?.shuttle(1) }],
      ["N P", "Next, previous frame that differs", pick("n", "p")],
      ["[ ] \\", "Loop from here, to here; loop or not", { "[": () => end(0), "]": () => end(1), "\\": () => player?.toggleLoop() }],
      ["1 2 3 4 5", modes.map(([, title]) => title).join(", "), Object.fromEntries(modes.map(([mode], i) => [String(i + 1), () => this.choose(mode)]))],
      ["0", "No comparison", { 0: () => this.choose("off") }],
      ["+ −", "Zoom", { "+": () => viewer?.keys["+"](), "=": () => viewer?.keys["+"](), "-": () => viewer?.keys["-"]() }],
      ["O", "Onion: moments over each other, and the ways", { o: () => viewer && this.onion() }],
      ["G", "A finger on the picture, or not", { g: () => viewer && this.finger.toggle() }],
      ["Page-Up Page-Down", "Scene before, next scene", { PageUp: () => this.move(-1), PageDown: () => this.move(1) }],
      ["Ctrl-Z Ctrl-Shift-Z", "Undo, redo", { "Ctrl-z": () => this.live.undo(), "Ctrl-Shift-z": () => this.live.redo() }],
      ["Ctrl-S", "Save", { "Ctrl-s": () => this.save() }],
      ["/", "Filter scenes", { "/": () => this.list.querySelector("input")?.focus() }],
      ["?", "This help", { "?": () => helpDialog(this.keys(false)) }],
    ];
  }
}
new Preview(JSON.parse(document.getElementById("data").textContent)).start();
