/** The part of `window` that this module needs. */
export type ScrollHost = EventTarget &
  Pick<Window, 'scrollY' | 'innerHeight'> & {
    document: { documentElement: EventTarget & Pick<Element, 'scrollHeight'> };
  };

const gestures = ['wheel', 'touchmove', 'keydown', 'pointerdown', 'click', 'popstate', 'hashchange'];
const downKeys = ['ArrowDown', 'PageDown', 'End', ' '];

/** Controls that use these keys themselves: a space is typed or presses a button, an arrow selects an option. */
const controls = 'input, textarea, select, button, summary, [contenteditable]';

/** Returns whether the key was pressed in a control, also inside a shadow root. */
const isInControl = (event: Event): boolean => {
  const [target] = event.composedPath();
  return (
    target !== undefined &&
    'matches' in target &&
    target.matches instanceof Function &&
    target.matches(controls) === true
  );
};

/**
 * Calls back when the visitor has scrolled down by more than `share` of the page's scrollable height. The last input
 * decides: a wheel, a touch, a key or the scrollbar scrolls. A scroll after a click, a Tab key or a history navigation
 * is a jump, and a position that the browser restores follows no input. Returns a function that stops watching.
 */
export const onOwnScroll = (share: number, then: () => void, host: ScrollHost = window): (() => void) => {
  const page = host.document.documentElement;
  let own = false;
  let from = host.scrollY;

  const scrolls = (event: Event): boolean => {
    switch (event.type) {
      case 'wheel':
      case 'touchmove':
        return true;
      case 'keydown':
        return 'key' in event && downKeys.includes(String(event.key)) && !isInControl(event);
      case 'pointerdown':
        // The page's own scrollbar. For an input inside the page, the target would be another element.
        return event.target === page;
      default:
        return false;
    }
  };
  const follow = (event: Event): void => {
    own = scrolls(event);
  };
  const measure = (): void => {
    // A page may have been opened at its end. Then a scroll up comes first, and the scroll down after it counts.
    from = own ? Math.min(from, host.scrollY) : host.scrollY;
    if (own && host.scrollY - from > share * (page.scrollHeight - host.innerHeight)) then();
  };

  const options = { capture: true, passive: true };
  for (const type of gestures) host.addEventListener(type, follow, options);
  host.addEventListener('scroll', measure, options);
  return () => {
    for (const type of gestures) host.removeEventListener(type, follow, options);
    host.removeEventListener('scroll', measure, options);
  };
};
