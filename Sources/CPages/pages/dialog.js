import { make } from "./dom.js";

// A question over the page; resolves with the name of the button that was pressed, null for none. The focus returns to
// where it was.
export const dialog = (title, content, buttons = ["Close"]) => new Promise((done) => {
  const node = make("dialog", { "aria-label": title },
    make("form", { method: "dialog" }, make("h2", { text: title }), ...content,
      make("p", { class: "buttons" }, ...buttons.map((text, i) => make("button", {
        class: i === buttons.length - 1 ? "button main" : "button", text, value: text,
      })))));
  node.addEventListener("close", () => {
    node.remove();
    done(node.returnValue || null);
  });
  document.body.append(node);
  node.showModal();
});
