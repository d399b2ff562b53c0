import { type TagName, type TeacherFormMode, teacherFormModes } from '../../src/contracts/elements.ts';
import type { Language } from '../../src/contracts/language.ts';

/** The tags whose first view is rendered at build time. */
export const formTags = ['maths-sign-in', 'maths-sign-up', 'maths-teacher-sign-up'] as const satisfies TagName[];
export type FormTag = (typeof formTags)[number];

/** Whose page the form is for, according to the tag. The partner's key is checked later. */
export const formKinds = ['widget', 'first-party'] as const;
export type FormKind = (typeof formKinds)[number];

/** The attribute of a prerendered form that contains its key. The outermost box has it. */
export const formAttribute = 'data-form';

/** What a form does for the visitor. */
export type FormTask = 'sign-in' | TeacherFormMode;

/** Returns the tasks of a tag. The first one needs no attribute; `mode` names each other one. */
export const tasksOf = (tag: string): readonly [FormTask, ...FormTask[]] =>
  tag === 'maths-teacher-sign-up' ? teacherFormModes : [tag === 'maths-sign-in' ? 'sign-in' : 'create'];

const taskOf = (element: Element): FormTask => {
  const tasks = tasksOf(element.localName);
  return tasks.find((task) => task === element.getAttribute('mode')) ?? tasks[0];
};

/** Returns whether the tag shows its first form. A document contains no other one, which would need other space. */
export const isFirstForm = (element: Element): boolean => taskOf(element) === tasksOf(element.localName)[0];

/** Each form of a tag. */
export type FormVariant = { kind: FormKind; language: Language; task: FormTask };

/** Returns the form that the tag's attributes describe. */
export const variantOf = (element: Element, language: Language): FormVariant => ({
  kind: element.hasAttribute('origin') ? 'widget' : 'first-party',
  language,
  task: taskOf(element),
});

export const formKey = (tag: string, { kind, language, task }: FormVariant): string =>
  `${tag} ${kind} ${language}${task === tasksOf(tag)[0] ? '' : ` ${task}`}`;
