/** Calls back once the page is parsed. */
export const whenParsed = (then: () => void): void => {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', then, { once: true });
  else then();
};

/** Calls back once a visitor sees the page. A browser may load the next page before its link is followed. */
export const whenShown = (then: () => void): void => {
  const isPrerendering = 'prerendering' in document && document.prerendering === true;
  if (isPrerendering) document.addEventListener('prerenderingchange', then, { once: true });
  else then();
};

/** Calls back whenever a step in the history shows the page again as it was left. */
export const onReturn = (then: () => void): void =>
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) then();
  });
