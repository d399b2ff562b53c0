/**
 * Runs in the page before anything else. `window.painted()` resolves when the next answer of the API is on the screen:
 * the answer has changed the document, and the frame that paints the change is over. The value is how many milliseconds
 * that took since the answer was read. `window.settled()` resolves when the document has not changed for `quiet`
 * milliseconds. The page refreshes after 0.2 s instead of 30 s. Its other timers are late by `pause` milliseconds, so that
 * the first frame is measured before the page renders more rows.
 */
export const watch = () => {
  const quiet = 150;
  const pause = 60;
  const realTimeout = window.setTimeout;
  let onPainted = () => {};
  let answeredAt = 0;
  let isWaiting = false;
  let changedAt = 0;

  const changed = () => {
    changedAt = performance.now();
    if (isWaiting) return;
    isWaiting = true;
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      // The next task after the frame's style, layout and paint.
      port2.onmessage = () => {
        isWaiting = false;
        onPainted();
      };
      port1.postMessage(null);
    });
  };

  const { text } = Response.prototype;
  Response.prototype.text = async function read() {
    const body = await text.call(this);
    answeredAt = performance.now();
    return body;
  };

  const { attachShadow } = Element.prototype;
  Element.prototype.attachShadow = function attach(options) {
    const root = attachShadow.call(this, options);
    new MutationObserver(() => {
      if (root.querySelector('td') !== null) changed();
    }).observe(root, { childList: true, subtree: true, characterData: true });
    return root;
  };

  const later = (delay = 0) => (delay >= 30_000 ? 200 : delay + pause);
  const setTimeout = (callback, delay, ...rest) => realTimeout(callback, later(delay), ...rest);
  const settled = async () => {
    for (let rest = quiet; rest > 0; rest = changedAt + quiet - performance.now()) {
      await new Promise((resolve) => realTimeout(resolve, rest));
    }
  };
  const painted = () =>
    new Promise((resolve) => {
      onPainted = () => resolve(performance.now() - answeredAt);
    });
  Object.assign(window, { setTimeout, painted, settled });
};
