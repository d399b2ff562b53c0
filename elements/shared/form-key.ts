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

declare const __FORMS_VERSION__: string | undefined;

/** Names the markup of one build: a form that was pasted into a page long ago has another. */
export const formsVersion = typeof __FORMS_VERSION__ === 'undefined' ? '' : __FORMS_VERSION__;

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

/** Fired on the box when React answers what is done in it. */
export const takenEvent = 'maths-taken';

/** Fired on the box when the element is there but something that it needs is not; `detail` is a function that tries again. */
export const stuckEvent = 'maths-stuck';

/**
 * On an empty, hidden field that a form in a page carries. Nobody can touch it, so once it is `:user-valid` somebody has
 * sent the form: seen without script.
 */
const sentAttribute = 'data-sent';

/** Whether the form was sent before any script was there. Asked once: React must not find the field. */
export const takeSent = (box: Element): boolean => {
  const field = box.querySelector(`[${sentAttribute}]`);
  const wasSent = field?.matches(':user-valid') ?? false;
  field?.remove();
  return wasSent;
};
