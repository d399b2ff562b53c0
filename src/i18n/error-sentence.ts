import { accountErrorCodes, formErrorCodes, signUpErrorCodes, transportErrorCodes } from '../contracts/error-codes.ts';
import type { Translate } from './translate.ts';

/**
 * `sign-up` has a separate table; sign-in, recovery and the dashboard share the other one
 * (product-spec.md#8-error-catalogue).
 */
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
 * Returns the message for a failure, in the language of `t`. A `Failure` can be given as `values`: its `retryAfter`
 * (seconds; a minute when the server did not set it) becomes a readable duration.
 */
export const errorSentence = (
  t: Translate,
  context: ErrorContext,
  code: string,
  { retryAfter = 60 }: { retryAfter?: number } = {},
): string => t(`errors.${errorKey(context, code)}`, { retryAfter });
