// What the page shows is in its address, so that it is there again after a reload.
export const readAddress = () => {
  try {
    const { scene, at, zoom, mode, against, loop, edits } = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
    return { scene, at: at === undefined ? null : at === "end" ? Infinity : Number(at), zoom, mode, against, loop, edits: JSON.parse(edits ?? "[]") };
  } catch {
    return { edits: [] };
  }
};
let timer = 0;
// Another scene is another entry of the history; what else changes is written when it has come to rest.
export const writeAddress = (state) => {
  const text = `#${new URLSearchParams(Object.entries(state).filter(([, value]) => value != null && value !== ""))}`;
  clearTimeout(timer);
  const isScene = readAddress().scene !== state.scene;
  if (isScene && location.hash) history.pushState(null, "", text);
  else timer = setTimeout(() => text === location.hash || history.replaceState(null, "", text), isScene ? 0 : 150);
};
