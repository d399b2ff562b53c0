import { hydratedEvent, showBusy } from './form-protocol.ts';

/** Events that contain what a visitor types. They leave a shadow root. */
const typing = 'keydown keypress keyup beforeinput input paste compositionstart compositionupdate compositionend'.split(
  ' ',
);

/** Keys that type nothing. A page may move the focus, submit or close something by them. */
const passed = ['Tab', 'Enter', 'Escape'];

/**
 * Keeps what is typed into the fields of a form from the page. Outside of the shadow root, such an event seems to come
 * from the element and not from a field, so that a page's shortcuts would run while somebody types. What a key does in
 * the browser, and the listeners of the form itself, are not concerned: React listens on the same box.
 */
export const keepTypedKeys = (box: Element): void => {
  for (const name of typing) {
    box.addEventListener(name, (event) => {
      // While an input method is open, these keys choose or discard a suggestion.
      const isPassed = event instanceof KeyboardEvent && passed.includes(event.key) && !event.isComposing;
      if (!isPassed && event.target instanceof Element && event.target.matches('input,select')) event.stopPropagation();
    });
  }
};

/**
 * Lets nothing in the box be pressed or chosen while the request of its form runs. The text fields are read-only then.
 * Nothing is disabled, because what is disabled loses the focus.
 */
export const refuseInputWhileBusy = (box: Element): void => {
  for (const name of ['click', 'mousedown', 'keydown']) {
    box.addEventListener(
      name,
      (event) => {
        // Other keys press nothing themselves: they move the focus, or a click follows.
        const changes =
          !(event instanceof KeyboardEvent) ||
          (event.key !== 'Tab' && event.target instanceof Element && event.target.matches('select'));
        if (!changes || box.querySelector('[aria-busy=true]') === null) return;
        event.preventDefault();
        event.stopImmediatePropagation();
      },
      true,
    );
  }
};

/** Marks a form that submits in a sandbox. */
const sandboxMark = Symbol.for('maths-portal submits in a sandbox');

/**
 * Fires `submit` for a pressed button in a frame whose sandbox lacks `allow-forms`, because the browser does not fire it
 * there. Enter in a field presses the button, too.
 */
export const submitInSandbox = (box: Element): void => {
  // The first listener hears each submit. Others may not: the loader, which is another bundle, stops the event.
  if (Reflect.has(box, sandboxMark)) return;
  Reflect.set(box, sandboxMark, true);
  let isSubmitted = false;
  box.addEventListener('submit', () => (isSubmitted = true), true);
  box.addEventListener(
    'click',
    (event) => {
      const button = event.target instanceof Element ? event.target.closest('button') : null;
      const form = button?.type === 'submit' ? button.form : null;
      isSubmitted = false;
      // The browser fires `submit` directly after this event.
      setTimeout(() => {
        if (isSubmitted || event.defaultPrevented) return;
        form?.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true, submitter: button }));
      });
    },
    true,
  );
};

/** Copies the host's `email` and `theme` attributes to its prerendered form. */
export const applyAttributes = (host: HTMLElement, box: Element): void => {
  const email = host.getAttribute('email');
  const theme = host.getAttribute('theme');
  const field = box.querySelector<HTMLInputElement>('[name=email]');
  if (email !== null && field !== null) field.defaultValue = email;
  if (theme !== null) box.firstElementChild?.setAttribute('data-theme', theme);
};

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
  refuseInputWhileBusy(box);
  submitInSandbox(box);
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
