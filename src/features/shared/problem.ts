import { limits } from '../../config/limits.ts';
import type { ErrorCode, Failure } from '../../contracts/error-codes.ts';
import { looksLikeEmail } from '../../lib/email-shape.ts';

/** An error of one field. `locales` has a message for each, under `common.problems`. */
export type FieldIssue = 'missing' | 'invalid' | 'short' | 'long' | 'taken' | 'refused';

/** The issue of each field; undefined for a valid one. */
export type FieldIssues<Field extends string> = { readonly [name in Field]?: FieldIssue | undefined };

/** Why a form was not accepted. `sent` is false if a check failed before anything was sent. */
export type Problem<Field extends string> = { failure: Failure; fields: FieldIssues<Field>; sent: boolean };

/** Returns the problem of a check that failed before sending. */
export const stopped = <Field extends string>(code: ErrorCode, fields: FieldIssues<Field>): Problem<Field> => ({
  failure: { code },
  fields,
  sent: false,
});

export const emailIssue = (email: string): 'missing' | 'invalid' | undefined => {
  if (email === '') return 'missing';
  return looksLikeEmail(email) ? undefined : 'invalid';
};

export const newPasswordIssue = (password: string): 'missing' | 'short' | 'long' | undefined => {
  if (password === '') return 'missing';
  if (password.length < limits.passwordMinimum) return 'short';
  return password.length > limits.passwordMaximum ? 'long' : undefined;
};
