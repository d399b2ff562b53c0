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

/** Calls back with each element that fires the event, and the event, from the first moment on. */
export const onEvent = (name: string, then: (element: Element, event: Event) => void): void =>
  document.addEventListener(name, (event) => {
    if (event.target instanceof Element) then(event.target, event);
  });

/** Handles the clicks on every element that matches the selector. */
export const onClick = (selector: string, handle: (element: HTMLElement, event: MouseEvent) => void): void =>
  document.addEventListener('click', (event) => {
    const element = event.target instanceof Element ? event.target.closest<HTMLElement>(selector) : null;
    if (element !== null) handle(element, event);
  });

/** Moves the focus to the page's heading, for keyboard and screen reader users. */
export const focusHeading = (options?: FocusOptions): void =>
  document.querySelector<HTMLElement>('main h1')?.focus(options);
