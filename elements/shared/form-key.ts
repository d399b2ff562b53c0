import type { TagName } from '../../src/contracts/elements.ts';
import type { Language } from '../../src/contracts/language.ts';

/** The tags whose first view is rendered at build time. */
export const formTags = ['maths-sign-in', 'maths-sign-up', 'maths-teacher-sign-up'] as const satisfies TagName[];
export type FormTag = (typeof formTags)[number];

/** Whose page the form is for, according to the tag. The partner's key is checked later. */
export const formKinds = ['widget', 'first-party'] as const;
export type FormKind = (typeof formKinds)[number];

/** The attribute of a prerendered form that contains its key. The outermost box has it. */
export const formAttribute = 'data-form';

/** The form of a tag that has several. `update` is the teacher's second form. */
export type FormVariant = { kind: FormKind; language: Language; update: boolean };

/** Returns the key of the form that the tag's attributes describe. */
export const variantOf = (element: Element, language: Language): FormVariant => ({
  kind: element.hasAttribute('origin') ? 'widget' : 'first-party',
  language,
  update: element.localName === 'maths-teacher-sign-up' && element.getAttribute('mode') === 'update',
});

export const formKey = (tag: string, { kind, language, update }: FormVariant): string =>
  `${tag} ${kind} ${language}${update ? ' update' : ''}`;
