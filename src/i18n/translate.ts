import { accountErrorCodes, formErrorCodes, signUpErrorCodes, transportErrorCodes } from '../contracts/error-codes.ts';
import type { Language } from '../contracts/language.ts';
import type { TagName } from '../contracts/tags.ts';

/** The values of a message. Every message also has `product`, `supportEmail` and the limits. */
export type Values = Readonly<Record<string, string | number>>;

/**
 * Translates the messages of one feature into one language. The feature's keys are at the root, those of all features
 * below `common.` and `errors.`. A missing key throws in development and in tests.
 */
export type Translate = ((key: string, values?: Values) => string) & { readonly language: Language };

type NameOf<Tag> = Tag extends `maths-${infer Name}` ? Name : never;

/** The names of the elements with React: their tags without `maths-`. */
export type ElementName = NameOf<Exclude<TagName, 'maths-embed'>>;

/** The message files that are loaded separately, one for each element; each is `locales/<language>/<name>.json`. */
export type Namespace = ElementName | 'legal' | 'site';

/** Sign-up has its own table; sign-in, recovery and dashboard share one (product-spec.md#8-error-catalogue). */
export type ErrorContext = 'sign-up' | 'account';

const accountPrefix = 'MANAGE_ACCOUNT_';
const shared: readonly string[] = [...transportErrorCodes, ...formErrorCodes];
const signUp: readonly string[] = [...signUpErrorCodes, ...shared];
const account: readonly string[] = [...signUpErrorCodes, ...accountErrorCodes];

/** Returns the key of a code's message in `errors.json`. An unknown or empty code has the generic message. */
export const errorKey = (context: ErrorContext, code: string): string => {
  if (shared.includes(code)) return code;
  if (context === 'sign-up') return signUp.includes(code) ? code : 'GENERIC_ERROR';
  return accountPrefix + (account.includes(code) ? code.toUpperCase() : 'GENERIC_ERROR');
};

/**
 * Returns the message for a failure. A `Failure` can be given as values: its `retryAfter` (seconds) becomes a readable
 * duration, of a minute when the server did not set it.
 */
export const errorSentence = (
  t: Translate,
  context: ErrorContext,
  code: string,
  { retryAfter = 60 }: { retryAfter?: number } = {},
): string => t(`errors.${errorKey(context, code)}`, { retryAfter });
