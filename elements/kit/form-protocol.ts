/** What the loader, the build, a page and the class of an element agree on about one prerendered form. */
import type { Language } from '../../src/contracts/language.ts';
import type { FormTask } from '../../src/contracts/tags.ts';

/** Identifies the markup of one build. The form of another release has another value. */
export const formsVersion = typeof __FORMS_VERSION__ === 'undefined' ? '' : __FORMS_VERSION__;

/** Whose page the form is for, according to the tag. The partner's key is checked later. */
export const formKinds = ['widget', 'first-party'] as const;
export type FormKind = (typeof formKinds)[number];

/** The attribute of a prerendered form that contains its version and key. The outermost box has it. */
export const formAttribute = 'data-form';

/** A form of a tag. `task` is missing for the tag's first one. */
export type FormVariant = { kind: FormKind; language: Language; task?: FormTask | undefined };

export const kindOf = (element: Element): FormKind => (element.hasAttribute('origin') ? 'widget' : 'first-party');

type KeyParts = Omit<FormVariant, 'task'> & { task?: string | undefined };

export const formKey = (tag: string, { kind, language, task }: KeyParts): string =>
  `${tag} ${kind} ${language}${task === undefined ? '' : ` ${task}`}`;

/** Copies the host's `email` and `theme` attributes to its prerendered form. */
export const applyAttributes = (host: Element, box: Element): void => {
  const email = host.getAttribute('email');
  const theme = host.getAttribute('theme');
  const field = box.querySelector<HTMLInputElement>('[name=email]');
  if (email !== null && field !== null) field.defaultValue = email;
  if (theme !== null) box.firstElementChild?.setAttribute('data-theme', theme);
};

/** Marks the form as busy, with the same attributes that the view sets. */
export const showBusy = (box: Element, busy: boolean): void => {
  for (const form of box.querySelectorAll('form')) form.ariaBusy = String(busy);
  for (const input of box.querySelectorAll('input')) input.readOnly = busy;
  for (const button of box.querySelectorAll('[type=submit]')) button.ariaDisabled = busy ? 'true' : null;
};

/** Fired on the box when the class of the element serves the form; `detail` is a `FormServer`. */
export const servedEvent = 'maths-served';

/** What the class of an element does with a form until its view has hydrated it. */
export type FormServer = {
  submit(form: HTMLFormElement): void;
  /** Something was pressed that only the view can do. */
  needView(): void;
};

/** Fired on the box when React handles the events of the form. */
export const hydratedEvent = 'maths-hydrated';

/** Fired on the element when files of its view failed. `detail` retries; a loader passes it the tag's `element`. */
export const loadFailedEvent = 'maths-load-failed';

/** The time limit in milliseconds. What arrives later is still used. */
const limit = 15_000;

type Callbacks<Part> = {
  loaded(part: Part): void;
  /** Called once, when loading fails or takes longer than 15 s. */
  late(): void;
};

export const whenLate = <Part>(loading: Promise<Part>, { loaded, late }: Callbacks<Part>): void => {
  let isOver = false;
  const fail = (): void => {
    if (!isOver) late();
    isOver = true;
  };
  const timer = setTimeout(fail, limit);
  loading.then((part) => {
    isOver = true;
    clearTimeout(timer);
    loaded(part);
  }, fail);
};
