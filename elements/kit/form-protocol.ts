/** What the loader, the build, a page and the class of an element agree on about one prerendered form. */
import type { Language } from '../../src/contracts/language.ts';
import { isElement } from '../../src/lib/nodes.ts';
import { tasksOfMode, type FormTask } from '../../src/contracts/tags.ts';

/** Identifies the markup of one build. The form of another release has another value. */
export const formsVersion = typeof __FORMS_VERSION__ === 'undefined' ? '' : __FORMS_VERSION__;

/** Whose page the form is for, according to the tag. The partner's key is checked later. */
export const formKinds = ['widget', 'first-party'] as const;
export type FormKind = (typeof formKinds)[number];

/** The attribute of a prerendered form that contains its version and key. The outermost box has it. */
export const formAttribute = 'data-form';

/** Fired on the box when the class of the element serves the form. */
export const servedEvent = 'maths-served';

/** Fired on the box when React handles the events of the form. */
export const hydratedEvent = 'maths-hydrated';

/**
 * Fired on the box when files of the view could not be loaded; `detail` is a function that retries. A loader passes it
 * the export `element` of the tag's file, loaded again from another address.
 */
export const loadFailedEvent = 'maths-load-failed';

const taskOf = (element: Element): FormTask | undefined =>
  tasksOfMode[element.localName]?.find((task) => task === element.getAttribute('mode'));

/** Returns whether the tag shows its first form. A document contains no other one, which would need other space. */
export const isFirstForm = (element: Element): boolean => taskOf(element) === undefined;

/** A form of a tag. `task` is missing for the tag's first one. */
export type FormVariant = { kind: FormKind; language: Language; task?: FormTask | undefined };

/** Returns the form that the tag's attributes describe. */
export const variantOf = (element: Element, language: Language): FormVariant => ({
  kind: element.hasAttribute('origin') ? 'widget' : 'first-party',
  language,
  task: taskOf(element),
});

export const formKey = (tag: string, { kind, language, task }: FormVariant): string =>
  `${tag} ${kind} ${language}${task === undefined ? '' : ` ${task}`}`;

/** Marks the form as busy, with the same attributes that the view sets. */
export const showBusy = (box: Element, busy: boolean): void => {
  for (const form of box.querySelectorAll('form')) form.ariaBusy = String(busy);
  for (const input of box.querySelectorAll('input')) input.readOnly = busy;
  for (const button of box.querySelectorAll('[type=submit]')) button.ariaDisabled = busy ? 'true' : null;
};

/** Copies the host's `email` and `theme` attributes to its prerendered form. */
export const applyAttributes = (host: Element, box: Element): void => {
  const email = host.getAttribute('email');
  const theme = host.getAttribute('theme');
  const field = box.querySelector<HTMLInputElement>('[name=email]');
  if (email !== null && field !== null) field.defaultValue = email;
  if (theme !== null) box.firstElementChild?.setAttribute('data-theme', theme);
};

/** Returns the buttons and links of a form that change only what it shows. */
export const buttonsIn = (box: Element): HTMLElement[] => [
  ...box.querySelectorAll<HTMLElement>('button[type=button], a[data-in-place]'),
];

/** Returns the button that does not submit, or the link of the form's own, that a click presses. */
const pressedIn = (box: Element, event: Event): HTMLElement | undefined => {
  // With such a key the visitor opens the link in another tab or window.
  if (event instanceof MouseEvent && (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey))
    return undefined;
  const { target } = event;
  return buttonsIn(box).find((button) => isElement(target) && button.contains(target));
};

type Taken = { submitted(form: HTMLFormElement): void; pressed(button: HTMLElement): void };

/** Stops each submit and each press of a form before any other listener, and passes it on instead. */
export const takeInput = (box: Element, signal: AbortSignal, { submitted, pressed }: Taken): void => {
  const options = { capture: true, signal };
  const listen = <Found>(name: string, find: (event: Event) => Found | null | undefined, use: (found: Found) => void) =>
    box.addEventListener(
      name,
      (event) => {
        const found = find(event);
        if (!found) return;
        event.preventDefault();
        event.stopImmediatePropagation();
        use(found);
      },
      options,
    );
  listen('submit', () => box.querySelector('form'), submitted);
  listen('click', (event) => pressedIn(box, event), pressed);
};
