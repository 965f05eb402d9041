// The list of scenes.
const list = document.createElement("ul");
document.body.append(list);
for (const scene of await (await fetch("scenes")).json()) {
  const item = document.createElement("li");
  item.textContent = scene.path;
  list.append(item);
}
