import { takenEvent, takeSent } from '../shared/form-key.ts';

/** As React will, while it sends. */
const showBusy = (box: Element, busy: boolean): void => {
  for (const form of box.querySelectorAll('form')) form.ariaBusy = String(busy);
  for (const button of box.querySelectorAll('[type=submit]')) button.ariaDisabled = busy ? 'true' : null;
};

/**
 * Keeps what a person does in a drawn form until React answers: the last press of a button, or the sending of the form,
 * which then shows that it works. It is done once more when React has taken over, once.
 */
export const hold = (box: Element): void => {
  let sent: (() => void) | undefined;
  let pressed: (() => void) | undefined;
  const send = (): void => {
    // Looked for anew: in another language than the drawn one the form is another.
    sent = () => box.querySelector('form')?.requestSubmit();
    showBusy(box, true);
  };
  const press = (button: HTMLButtonElement): void => {
    const buttons = () => [...box.querySelectorAll<HTMLButtonElement>('button[type=button]')];
    const place = buttons().indexOf(button);
    pressed = () => buttons()[place]?.click();
  };
  const keep = (event: Event): void => {
    const { target } = event;
    const button = target instanceof Element ? target.closest<HTMLButtonElement>('button[type=button]') : null;
    if (event.type === 'submit') {
      event.preventDefault();
      send();
    } else if (button !== null) press(button);
    else return;
    // React listens from the moment on in which it begins to take over.
    event.stopImmediatePropagation();
  };
  const events = ['submit', 'click'];
  for (const name of events) box.addEventListener(name, keep, true);
  if (takeSent(box)) send();
  const release = (): void => {
    for (const name of events) box.removeEventListener(name, keep, true);
    showBusy(box, false);
    (sent ?? pressed)?.();
  };
  box.addEventListener(takenEvent, release, { once: true });
};
