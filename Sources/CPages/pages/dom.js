// Elements. Text is always text: no module makes elements out of markup.
export const make = (tag, options = {}, ...children) => {
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
export const draw = (tag, options = {}, ...children) => {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [key, value] of Object.entries(options)) node.setAttribute(key, value);
  node.append(...children);
  return node;
};
// A button with a drawing of 18 by 18 units; its title names the key, too, as in "Play (space)".
export const icon = (title, path, onclick) => make("button", {
  type: "button", class: "icon", title, "aria-label": title.replace(/ \(.*/, ""), onclick,
},
  draw("svg", { viewBox: "0 0 18 18", "aria-hidden": "true" }, draw("path", { d: path })));
export const group = (label, buttons) => make("div", { class: "group", role: "group", "aria-label": label }, ...buttons);
export const clamp = (value, low, high) => Math.min(high, Math.max(low, value));
export const isNarrow = () => matchMedia("(max-width: 640px)").matches;

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
