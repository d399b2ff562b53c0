import { stuckEvent, takenEvent } from '../shared/form-key.ts';
import { buildMarkup } from './markup.ts';

/** Longer waits for nobody; what comes later is still taken. */
const patience = 15_000;

/** Says above the form that it is not whole, with a way to try again. What was typed and sent stays as it is. */
const troubleAbove = (box: Element, markup: string) => {
  const place = box.ownerDocument.createElement('div');
  return {
    show(again: () => void): void {
      place.replaceChildren();
      // Empty at first: what appears in an alert is said.
      box.before(place);
      buildMarkup(markup, place);
      place.querySelector('button')?.addEventListener('click', () => {
        place.remove();
        box.querySelector<HTMLElement>('input')?.focus();
        again();
      });
    },
    hide: (): void => place.remove(),
  };
};

/** Loads what a drawn form waits for, and in the other way again and again while somebody asks for it. */
export const bring = (
  box: Element,
  trouble: string,
  load: () => Promise<unknown>,
  loadAgain: () => Promise<unknown>,
): void => {
  const message = troubleAbove(box, trouble);
  const waiting = new AbortController();
  const attempt = (way: () => Promise<unknown>): void => {
    const tell = (): void => message.show(() => attempt(loadAgain));
    const late = setTimeout(tell, patience);
    waiting.signal.addEventListener('abort', () => clearTimeout(late));
    way().catch(() => {
      clearTimeout(late);
      tell();
    });
  };
  box.addEventListener(stuckEvent, (event) => {
    if (event instanceof CustomEvent) message.show(event.detail);
  });
  box.addEventListener(takenEvent, () => {
    waiting.abort();
    message.hide();
  });
  attempt(load);
};
