import { loadFailedEvent } from '../runtime/form-protocol.ts';
import { buildMarkup } from './render-form.ts';

/** The time limit in milliseconds. A file that arrives later is still used. */
const slowAfter = 15_000;

/** Loads a part of the form. @param attempt 0 for the first attempt; each Retry adds 1 */
export type Load<Part> = (attempt: number) => Promise<Part>;

/**
 * Returns a function that loads a part of the form. When loading fails or takes longer than 15 s, a message above the
 * form offers to retry; typed text is kept. The promise stays pending until an attempt succeeds.
 * @param markup the message, as rendered at build time
 */
export const createLoadWithRetry = (box: Element, markup: string) => {
  const message = box.ownerDocument.createElement('div');
  const offer = (retry: () => void): void => {
    message.replaceChildren();
    // The alert is inserted empty, because screen readers announce only what is added to it.
    box.before(message);
    buildMarkup(markup, message);
    message.querySelector('button')?.addEventListener('click', () => {
      message.remove();
      box.querySelector('input')?.focus();
      retry();
    });
  };
  // The element reports translations that could not be loaded.
  box.addEventListener(loadFailedEvent, (event) => {
    if (event instanceof CustomEvent) offer(event.detail);
  });
  return <Part>(load: Load<Part>): Promise<Part> =>
    new Promise((resolve) => {
      // The attempt whose failure is still to be reported, if there is one. An earlier attempt can still succeed.
      let current: number | null;
      const run = (attempt: number): void => {
        current = attempt;
        const offerRetry = (): void => {
          if (current !== attempt) return;
          current = null;
          offer(() => run(attempt + 1));
        };
        setTimeout(offerRetry, slowAfter);
        load(attempt).then((part) => {
          current = null;
          message.remove();
          resolve(part);
        }, offerRetry);
      };
      run(0);
    });
};
