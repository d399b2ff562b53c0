import { takenEvent } from '../shared/form-key.ts';

/**
 * Keeps what a person does in a drawn form until React answers: the last press of a button, or the sending of the form,
 * which then shows that it works. It is done once more when React has taken over, once.
 */
export const hold = (box: Element): void => {
  let again: (() => void) | undefined;
  const keep = (event: Event): void => {
    const { target } = event;
    if (target instanceof HTMLFormElement) {
      event.preventDefault();
      again = () => target.requestSubmit();
      target.ariaBusy = 'true';
    } else {
      const button = target instanceof Element ? target.closest<HTMLButtonElement>('button[type=button]') : null;
      if (button === null) return;
      again ??= () => button.click();
    }
    // React listens from the moment on in which it begins to take over.
    event.stopImmediatePropagation();
  };
  const events = ['submit', 'click'];
  for (const name of events) box.addEventListener(name, keep, true);
  const release = (): void => {
    for (const name of events) box.removeEventListener(name, keep, true);
    for (const form of box.querySelectorAll('form')) form.ariaBusy = 'false';
    again?.();
  };
  box.addEventListener(takenEvent, release, { once: true });
};
