import { make } from "./dom.js";

// The list of scenes. A card has { name, verdict, headline, short }; cards of a group { title, cards: [from, to] } are
// folded under its title, which says what they have in common.
export class SceneList {
  constructor(cards, groups, open) {
    this.buttons = cards.map((card, i) => make("button", { type: "button", title: card.name, "data-card": i, onclick: () => open(i) },
      make("span", { class: `dot ${card.verdict}` }), make("span", { class: "name" }, make("bdi", { text: card.name || "(no name)" })),
      make("span", { class: "what", text: card.short ?? card.headline })));
    this.list = make("div");
    for (let i = 0; i < cards.length;) {
      const group = groups.find((one) => one.cards[0] === i);
      const end = group ? group.cards[1] : i + 1;
      const own = this.buttons.slice(i, end);
      this.list.append(...group ? [make("details", {}, make("summary", { text: group.title, title: group.title }), ...own)] : own);
      i = end;
    }
    const search = make("input", {
      type: "search", placeholder: "Filter scenes", "aria-label": "Filter scenes", oninput: () => this.filter(cards, search.value.toLowerCase()),
    });
    this.node = make("nav", { "aria-label": "Scenes" }, cards.length > 8 ? search : null, this.list);
  }
  filter(cards, text) {
    cards.forEach((card, i) => { this.buttons[i].hidden = !card.name.toLowerCase().includes(text); });
    for (const group of this.list.querySelectorAll("details")) {
      group.hidden = ![...group.querySelectorAll("button")].some((button) => !button.hidden);
      if (text) group.open = true;
    }
  }
  choose(place) {
    const chosen = this.buttons[place];
    for (const button of this.list.querySelectorAll("[aria-current=true]")) button.setAttribute("aria-current", "false");
    chosen.setAttribute("aria-current", "true");
    if (chosen.closest("details")) chosen.closest("details").open = true;
    chosen.scrollIntoView({ block: "nearest" });
  }
}
