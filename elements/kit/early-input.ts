import { isElement } from '../../src/lib/nodes.ts';
import { servedEvent, showBusy, takeInput } from './form-protocol.ts';

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
const keepTypedKeys = (box: Element): void => {
  for (const name of typing) {
    box.addEventListener(name, (event) => {
      // While an input method is open, these keys choose or discard a suggestion.
      const isPassed = event instanceof KeyboardEvent && passed.includes(event.key) && !event.isComposing;
      if (!isPassed && isElement(event.target) && event.target.matches('input,select')) event.stopPropagation();
    });
  }
};

/**
 * Lets nothing in the box be pressed or chosen while the request of its form runs. The text fields are read-only then.
 * Nothing is disabled, because what is disabled loses the focus.
 */
const refuseInputWhileBusy = (box: Element): void => {
  for (const name of ['click', 'mousedown', 'keydown']) {
    box.addEventListener(
      name,
      (event) => {
        // Other keys press nothing themselves: they move the focus, or a click follows.
        const changes =
          !(event instanceof KeyboardEvent) ||
          (event.key !== 'Tab' && isElement(event.target) && event.target.matches('select'));
        if (!changes || box.querySelector('[aria-busy=true]') === null) return;
        event.preventDefault();
        event.stopImmediatePropagation();
      },
      true,
    );
  }
};

/**
 * Fires `submit` for a pressed button in a frame whose sandbox lacks `allow-forms`, because the browser does not fire it
 * there. Enter in a field presses the button, too.
 */
const submitInSandbox = (box: Element): void => {
  let isSubmitted = false;
  box.addEventListener('submit', () => (isSubmitted = true), true);
  box.addEventListener(
    'click',
    (event) => {
      const button = isElement(event.target) ? event.target.closest('button') : null;
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

/**
 * Prepares the box of a form, once: what creates or finds the box calls this before another listener hears its events.
 */
export const prepareBox = (box: Element): void => {
  keepTypedKeys(box);
  refuseInputWhileBusy(box);
  submitInSandbox(box);
};

/** Prepares a prerendered form, and keeps the last submit or press until its element is defined and serves it. */
export const keepEarlyInput = (box: Element): void => {
  const served = new AbortController();
  const { signal } = served;
  let replay: (() => void) | undefined;
  prepareBox(box);
  takeInput(box, signal, {
    submitted(form) {
      showBusy(box, true);
      // In a sandbox, `requestSubmit` would do nothing.
      replay = () => form.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }));
    },
    pressed(button) {
      replay = () => button.click();
    },
  });
  box.addEventListener(
    servedEvent,
    () => {
      served.abort();
      replay?.();
    },
    { signal },
  );
};
