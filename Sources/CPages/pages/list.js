import { make } from "./dom.js";

// The list of scenes. A card has { name, verdict, headline, short, label }: with a `label`, that is the button's name for
// screen readers, and the verdict its description. Cards of a group { title, cards: [from, to] } are folded under its
// title, which says what they have in common.
export class SceneList {
  constructor(cards, groups, open) {
    this.buttons = cards.map((card, i) => make("button", { type: "button", title: card.name, "data-card": i, "aria-label": card.label, "aria-describedby": card.label && `card-${i}`, onclick: () => open(i) },
      make("span", { class: `dot ${card.verdict}` }), make("span", { class: "name" }, make("bdi", { text: card.name || "(no name)" })),
      make("span", { class: "what", id: `card-${i}`, text: card.short ?? card.headline })));
    this.list = make("div");
    for (let i = 0; i < cards.length;) {
      const group = groups.find((one) => one.cards[0] === i);
      const end = group ? group.cards[1] : i + 1;
      const own = this.buttons.slice(i, end);
      this.list.append(...group ? [make("details", {}, make("summary", { text: group.title, title: group.title }), ...own)] : own);
      i = end;
    }
    if (cards.some(({ label }) => label)) cards.forEach((card, i) => this.say(i, card));
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
  // Another verdict of a card.
  say(place, { verdict, headline }) {
    const button = this.buttons[place];
    button.firstChild.className = `dot ${verdict}`;
    button.lastChild.textContent = [verdict, headline].filter((part) => part).join(": ");
  }
  choose(place) {
    const chosen = this.buttons[place];
    for (const button of this.list.querySelectorAll("[aria-current=true]")) button.setAttribute("aria-current", "false");
    chosen.setAttribute("aria-current", "true");
    const fold = chosen.closest("details");
    if (fold && this.list.contains(fold)) fold.open = true;
    chosen.scrollIntoView({ block: "nearest" });
  }
}
