import type { Language } from '../contracts/language.ts';
import type { TagName } from '../contracts/tags.ts';

/** The values of a message. Every message also has `product`, `supportEmail` and the limits. */
export type Values = Readonly<Record<string, string | number>>;

/**
 * Translates the messages of one feature into one language. The feature's own keys are at the root (`t('submit')`),
 * those of all features below `common.` and `errors.`. A missing key throws in development and in tests.
 */
export type Translate = ((key: string, values?: Values) => string) & { readonly language: Language };

type NameOf<Tag> = Tag extends `maths-${infer Name}` ? Name : never;

/** The names of the elements with React: their tags without `maths-`. */
export type ElementName = NameOf<Exclude<TagName, 'maths-embed'>>;

/** The message files that are loaded separately, one for each element; each is `locales/<language>/<name>.json`. */
export type Namespace = ElementName | 'legal' | 'site';
