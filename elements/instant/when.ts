/** Somebody comes near, or begins. */
const signs = ['pointerover', 'focusin', 'keydown'];

/** A second at most: a page that animates, or a frame in a busy one, is never idle. */
const idle = (then: () => void): void => {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(then, { timeout: 1_000 });
  else setTimeout(then, 1);
};

/** Calls once, when the rest of a drawn form is wanted: at the first sign, else when the page has nothing else to do. */
export const whenWanted = (host: HTMLElement, load: () => void): void => {
  const begun = new AbortController();
  const { signal } = begun;
  const begin = (): void => {
    if (signal.aborted) return;
    begun.abort();
    load();
  };
  for (const sign of signs) (host.parentElement ?? host).addEventListener(sign, begin, { signal });
  if (host.matches(':focus-within')) begin();
  idle(begin);
};
