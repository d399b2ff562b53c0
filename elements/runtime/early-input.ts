import { hydratedEvent, showBusy } from './form-protocol.ts';
import { keepTypedKeys } from './typed-keys.ts';

/** The controller of a prerendered form, once it is loaded. */
export type EarlyForm = {
  submit(data: FormData): void;
  /** Called when a button that does not submit was pressed. */
  press(action: string | undefined, data: FormData): void;
};

/**
 * Passes each submit and each press of a prerendered form to its controller, until the form is hydrated. A button
 * without `data-action`, or a link with `data-in-place`, changes only the view, so the last one that was pressed is
 * pressed again after hydration. The first listener of a form stops the event, so calling this again for the same form
 * changes nothing.
 */
export const listenUntilHydrated = (box: Element, form: Promise<EarlyForm>): void => {
  // A failed load shows a message itself.
  form.catch(() => undefined);
  keepTypedKeys(box);
  const hydrated = new AbortController();
  const options = { capture: true, signal: hydrated.signal };
  const buttons = (): HTMLElement[] => [...box.querySelectorAll<HTMLElement>('button[type=button], a[data-in-place]')];
  let pressed: number | undefined;
  const take = (event: Event, use: (loaded: EarlyForm) => void): void => {
    event.preventDefault();
    event.stopImmediatePropagation();
    form.then(use, () => undefined);
  };
  box.addEventListener(
    'submit',
    (event) => {
      if (!(event.target instanceof HTMLFormElement)) return;
      const data = new FormData(event.target);
      showBusy(box, true);
      take(event, (loaded) => loaded.submit(data));
    },
    options,
  );
  box.addEventListener(
    'click',
    (event) => {
      // The visitor opens the link in another tab or window.
      if (event instanceof MouseEvent && (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)) return;
      const { target } = event;
      const button = buttons().find((one) => target instanceof Node && one.contains(target));
      if (button === undefined) return;
      const { action } = button.dataset;
      const data = new FormData(button instanceof HTMLButtonElement ? (button.form ?? undefined) : undefined);
      pressed = action === undefined ? buttons().indexOf(button) : undefined;
      take(event, (loaded) => loaded.press(action, data));
    },
    options,
  );
  box.addEventListener(hydratedEvent, () => {
    hydrated.abort();
    if (pressed !== undefined) buttons()[pressed]?.click();
  });
};
