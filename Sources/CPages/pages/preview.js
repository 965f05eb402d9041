// The list of scenes.
for (const scene of await (await fetch("scenes")).json()) {
  document.body.appendChild(document.createElement("p")).textContent = scene.path;
}
