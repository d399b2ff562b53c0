import type { TagName } from '../../src/contracts/elements.ts';
import type { Language } from '../../src/contracts/language.ts';

/** The tags whose first view is rendered at build time. */
export const formTags = ['maths-sign-in', 'maths-sign-up', 'maths-teacher-sign-up'] as const satisfies TagName[];
export type FormTag = (typeof formTags)[number];

/** Whose page it is for, as far as the tag itself tells; whether the key of the partner is right is seen later. */
export const formKinds = ['widget', 'first-party'] as const;
export type FormKind = (typeof formKinds)[number];

/** Carried by the outermost box of a form that was drawn before React came. */
export const formAttribute = 'data-form';

/** Which of a tag's forms. `update` is the second of the teacher's two. */
export type FormVariant = { kind: FormKind; language: Language; update: boolean };

/** What the tag asks for, as far as it can be told from the tag. */
export const variantOf = (element: Element, language: Language): FormVariant => ({
  kind: element.hasAttribute('origin') ? 'widget' : 'first-party',
  language,
  update: element.localName === 'maths-teacher-sign-up' && element.getAttribute('mode') === 'update',
});

export const formKey = (tag: string, { kind, language, update }: FormVariant): string =>
  [tag, kind, language, ...(update ? ['update'] : [])].join(' ');
