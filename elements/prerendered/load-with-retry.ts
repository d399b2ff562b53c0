import { loadFailedEvent } from '../shared/form-protocol.ts';
import { buildMarkup } from './build-markup.ts';

/** The time limit in milliseconds. A file that arrives later is still used. */
const slowAfter = 15_000;

/**
 * Returns a message above the form with a Retry button, for a form that has not loaded completely. Typed text is kept.
 */
const createMessage = (box: Element, markup: string) => {
  const place = box.ownerDocument.createElement('div');
  return {
    show(retry: () => void): void {
      place.replaceChildren();
      // The alert is inserted empty, because screen readers announce only what is added to it.
      box.before(place);
      buildMarkup(markup, place);
      place.querySelector('button')?.addEventListener('click', () => {
        place.remove();
        box.querySelector<HTMLElement>('input')?.focus();
        retry();
      });
    },
    hide: (): void => place.remove(),
  };
};

/** Loads a part of the form. @param attempt 0 for the first attempt; each Retry adds 1 */
export type Load<Part> = (attempt: number) => Promise<Part>;

/**
 * Returns a function that loads a part of the form. When loading fails or takes longer than 15 s, a message above the
 * form offers to retry. The promise stays pending until an attempt succeeds.
 * @param markup the message, as rendered at build time
 */
export const createLoadWithRetry = (box: Element, markup: string) => {
  const message = createMessage(box, markup);
  // The element reports translations that could not be loaded.
  box.addEventListener(loadFailedEvent, (event) => {
    if (event instanceof CustomEvent) message.show(event.detail);
  });
  return <Part>(load: Load<Part>): Promise<Part> =>
    new Promise((resolve) => {
      const run = (attempt: number): void => {
        const offerRetry = (): void => message.show(() => run(attempt + 1));
        const slow = setTimeout(offerRetry, slowAfter);
        load(attempt).then(
          (part) => {
            clearTimeout(slow);
            message.hide();
            resolve(part);
          },
          () => {
            clearTimeout(slow);
            offerRetry();
          },
        );
      };
      run(0);
    });
};
