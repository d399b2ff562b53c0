import { hydratedEvent, loadFailedEvent, servedEvent } from '../kit/form-protocol.ts';
import { whenLate } from '../kit/when-late.ts';
import { buildMarkup } from './show-form.ts';

/** Applies what a tag's file exports, which was loaded again for a view. */
type Apply = (file: unknown) => void;

/**
 * Loads the file of a tag whose prerendered form is in the box. When that, or later a file of its view, cannot be loaded
 * or takes longer than 15 s, a message above the form offers to retry. Typed text is kept.
 * @param markup the message, as rendered at build time
 * @param load loads the file of the tag. It is told whether an attempt has failed
 */
export const loadWithRetry = (box: Element, markup: string, load: (isAgain: boolean) => Promise<unknown>): void => {
  const message = box.ownerDocument.createElement('div');
  let isServed = false;
  const run = (isAgain: boolean, apply?: Apply): void =>
    whenLate(load(isAgain), { loaded: (file) => apply?.(file), late: () => offer(apply) });
  /** @param apply undefined while the class is still to be loaded */
  const offer = (apply?: Apply): void => {
    if (isServed && apply === undefined) return;
    message.replaceChildren();
    // The alert is inserted empty, because screen readers announce only what is added to it.
    box.before(message);
    buildMarkup(markup, message);
    message.querySelector('button')?.addEventListener('click', () => {
      message.remove();
      box.querySelector('input')?.focus();
      run(true, apply);
    });
  };
  box.addEventListener(servedEvent, () => {
    isServed = true;
    message.remove();
  });
  box.addEventListener(hydratedEvent, () => message.remove());
  box.addEventListener(loadFailedEvent, (event) => {
    if (event instanceof CustomEvent) offer(event.detail);
  });
  run(false);
};
