// The program that serves the page. All addresses are beneath the page's own.

// What the program answers instead: its `status`, 0 if it does not answer at all, and its `body`.
export class Refusal extends Error {
  constructor(status, body) {
    super([body.message, body.hint].filter((part) => part).join("; ") || body.text || `status ${status}`);
    Object.assign(this, { status, body });
  }
}

// Asks for a path, with a body by POST.
export const ask = async (path, body, options = {}) => {
  const post = body === undefined ? {} : { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  const answer = await fetch(path, { ...post, ...options }).catch((error) => {
    if (error.name === "AbortError") throw error;
    throw new Refusal(0, { message: "render-transition has ended" });
  });
  // There are too many requests at this moment.
  if (answer.status === 503) {
    await new Promise((done) => setTimeout(done, 200));
    return ask(path, body, options);
  }
  if (!answer.ok) throw new Refusal(answer.status, await answer.json().catch(() => ({})));
  return answer;
};
export const tell = async (path, body, options) => (await ask(path, body, options)).json();
export const query = (parts) => new URLSearchParams(parts).toString();

// Waits for events, with one request, while the page is seen. `happened` is called with them, and whether others are lost;
// `gone` is called with whether the program has ended.
export const follow = async (happened, gone) => {
  let after = null;
  let stop = null;
  document.addEventListener("visibilitychange", () => document.hidden && stop?.abort());
  for (;;) {
    while (document.hidden) await new Promise((seen) => document.addEventListener("visibilitychange", seen, { once: true }));
    stop = new AbortController();
    try {
      const { last, events } = await tell(after === null ? "events" : `events?after=${after}`, undefined, { signal: stop.signal });
      gone(false);
      const isMissed = after !== null && last - after > events.length;
      after = last;
      happened(events, isMissed);
    } catch (error) {
      if (error.name === "AbortError") continue;
      gone(error.status === 0 || error.status === 404);
      await new Promise((done) => setTimeout(done, 1000));
    }
  }
};
