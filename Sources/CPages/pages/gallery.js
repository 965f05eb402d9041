import { query, tell } from "./api.js";
import { dialog, make } from "./dom.js";

// All scenes: five pictures of each, its verdict, and their approval. `short` makes a path short, `open` opens it, and
// `say` takes a sentence for the reader.
export class Gallery {
  constructor(isReadOnly, short, open, say) {
    Object.assign(this, { short, open, cards: new Map() });
    this.button = make("button", { type: "button", class: "button", onclick: () => approve(this.waiting.map((scene) => ({ scene })), say) });
    this.list = make("div", { class: "cards" });
    this.node = make("section", { class: "gallery", "aria-label": "Gallery" },
      make("div", { class: "head" }, make("h2", { text: "All scenes" }), isReadOnly ? null : this.button), this.list);
  }
  // Shows these scenes; the pictures of those with another verdict are asked for again.
  show(scenes) {
    this.waiting = scenes.filter(({ verdict }) => verdict === "different" || verdict === "missing").map(({ path }) => path);
    this.button.textContent = `Approve all ${this.waiting.length}…`;
    this.button.hidden = this.waiting.length === 0;
    this.list.replaceChildren(...scenes.map((scene) => {
      const state = `${scene.verdict} ${scene.headline}`;
      const old = this.cards.get(scene.path);
      if (old?.state === state) return old.node;
      const turn = (old?.turn ?? 0) + 1;
      const node = make("button", { type: "button", class: "card", onclick: () => this.open(scene.path) },
        make("img", {
          src: `strip?${query({ scene: scene.path })}#${turn}`, alt: "", loading: "lazy",
          onerror: ({ target }) => target.replaceWith(make("span", { class: "what", text: "It has no pictures: there are mistakes." })),
        }),
        make("span", { class: "name", text: this.short(scene.path) }), make("span", { class: `badge ${scene.verdict}`, text: scene.verdict }),
        make("span", { class: "what", text: scene.headline }));
      this.cards.set(scene.path, { state, turn, node });
      return node;
    }));
    if (!scenes.length) this.list.append(make("p", { class: "void", text: "No scene has such a name." }));
  }
}

// Approves scenes after a question that names them: the build of each, which is what was seen, or the newest one.
export const approve = async (scenes, say) => {
  const names = make("ul", {}, ...scenes.map(({ scene }) => make("li", { class: "mono", text: scene })));
  const text = "From now on, these pictures are what is expected. The lock file gets their hashes:";
  if (await dialog("Approve", [make("p", { text }), names], ["Cancel", "Approve"]) !== "Approve") return;
  try {
    const files = new Set();
    for (const { scene, build } of scenes) {
      const { written } = await tell("approve", { build: build ?? (await tell("builds", { scene })).id });
      written.forEach((file) => files.add(file));
    }
    say(`Approved; written: ${[...files].join(", ")}`);
  } catch (error) {
    say(`Not approved: ${error.message}`);
  }
};
