/** Fired on the document when React handles the events of the page. */
const hydratedEvent = 'site:hydrated';

export const announceHydrated = (): void => void document.dispatchEvent(new Event(hydratedEvent));

/** Returns a signal that aborts when React handles the events of the page. */
export const untilHydrated = (): AbortSignal => {
  const hydrated = new AbortController();
  document.addEventListener(hydratedEvent, () => hydrated.abort(), { once: true });
  return hydrated.signal;
};
