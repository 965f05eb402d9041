// Keys work wherever the focus is, but not in a field that needs them itself. `actions(event)` gives what each key does
// now, by its name in small letters if it is one letter; null for nothing.
export const listen = (actions) => {
  addEventListener("keydown", (event) => {
    const target = event.target;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (target.matches && target.matches("input[type=search], input[data-own]")) return;
    const action = actions(event)?.[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!action || (event.key === " " && target.matches && target.matches("button"))) return;
    event.preventDefault();
    action();
  });
  // A button that was clicked gives the keys back.
  addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button && event.detail > 0) button.blur();
  });
};
