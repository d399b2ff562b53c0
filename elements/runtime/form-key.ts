import type { Language } from '../../src/contracts/language.ts';
import { tasksOfMode, type FormTask } from '../../src/contracts/tags.ts';

/** Whose page the form is for, according to the tag. The partner's key is checked later. */
export const formKinds = ['widget', 'first-party'] as const;
export type FormKind = (typeof formKinds)[number];

/** The attribute of a prerendered form that contains its key. The outermost box has it. */
export const formAttribute = 'data-form';

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
