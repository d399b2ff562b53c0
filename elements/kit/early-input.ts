import { isElement, opensElsewhere } from '../../src/lib/browser.ts';
import { type FormServer, hydratedEvent, servedEvent, showBusy } from './form-protocol.ts';

/** Events that contain what a visitor types. They leave a shadow root. */
const typing = 'keydown keypress keyup beforeinput input paste compositionstart compositionupdate compositionend'.split(
  ' ',
);

/** Keys that type nothing. A page may move the focus, submit or close something by them. */
const passed = ['Tab', 'Enter', 'Escape'];

/**
 * Keeps what is typed into fields from the page: outside of the shadow root, such an event seems to come from the
 * element, and a page's shortcuts would run. The form's listeners are on the same box.
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

/** Lets nothing in the box be pressed or chosen during the form's request. What is disabled would lose the focus. */
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

/** Prepares the box of a form, once, before another listener hears its events. */
export const prepareBox = (box: Element): void => {
  keepTypedKeys(box);
  refuseInputWhileBusy(box);
};

/** Returns the buttons and links of a form that change only what it shows. */
const buttonsIn = (box: Element): HTMLElement[] => [
  ...box.querySelectorAll<HTMLElement>('button[type=button], a[data-in-place]'),
];

/** Returns the place of the button or link in this list that a click presses, or -1. */
const pressedIn = (box: Element, event: MouseEvent): number =>
  opensElsewhere(event)
    ? -1
    : buttonsIn(box).findIndex((button) => isElement(event.target) && button.contains(event.target));

/**
 * Takes the submits and presses of a prerendered form until its view has hydrated it. The class of its element gets the
 * last submit as soon as it serves the form, and each further one at once. Other buttons and links change only the
 * view, so the last one that was pressed is pressed again after hydration.
 */
export const takeInput = (box: HTMLElement): void => {
  const hydrated = new AbortController();
  const { signal } = hydrated;
  const options = { capture: true, signal };
  let server: FormServer | undefined;
  let waiting: HTMLFormElement | null = null;
  let pressed = -1;
  const take = (event: Event): void => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  prepareBox(box);
  box.addEventListener(
    'submit',
    (event) => {
      take(event);
      const form = box.querySelector('form');
      if (form === null) return;
      if (server !== undefined) return server.submit(form);
      showBusy(box, true);
      waiting = form;
    },
    options,
  );
  box.addEventListener(
    'click',
    (event) => {
      const place = pressedIn(box, event);
      if (place < 0) return;
      take(event);
      pressed = place;
      server?.needView();
    },
    options,
  );
  box.addEventListener(
    servedEvent,
    (event) => {
      if (!(event instanceof CustomEvent)) return;
      const next: FormServer = event.detail;
      server = next;
      if (pressed >= 0) next.needView();
      if (waiting !== null) next.submit(waiting);
      waiting = null;
    },
    { signal },
  );
  box.addEventListener(
    hydratedEvent,
    () => {
      hydrated.abort();
      buttonsIn(box)[pressed]?.click();
    },
    { signal },
  );
};
