import { limits } from '../../config/limits.ts';
import type { ErrorCode, Failure } from '../../contracts/error-codes.ts';
import { pastedEmail } from '../../contracts/typed-text.ts';

/** Returns the text of a field at submit: autofill, and typing before hydration, fire no event that React receives. */
export const formText = (data: FormData, name: string): string => {
  const value = data.get(name);
  return typeof value === 'string' ? value : '';
};

/** Returns the typed email address in the form that is checked and sent. */
export const formEmail = (data: FormData, name = 'email'): string => pastedEmail(formText(data, name));

/** The HTML standard's pattern for `type="email"`. It detects typing errors; the server makes the final check. */
const pattern = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i;

/** An error of one field. `locales` has a message for each, under `common.problems`. */
type FieldIssue = 'missing' | 'invalid' | 'short' | 'long' | 'taken' | 'refused';

export type FieldIssues<Field extends string> = { readonly [name in Field]?: FieldIssue | undefined };

/** Why a form was not accepted. `sent` is false if a check failed before anything was sent. */
export type FormError<Field extends string> = { failure: Failure; fields: FieldIssues<Field>; sent: boolean };

export const checkFailed = <Field extends string>(code: ErrorCode, fields: FieldIssues<Field>): FormError<Field> => ({
  failure: { code },
  fields,
  sent: false,
});

export const requestFailed = <Field extends string>(failure: Failure, fields: FieldIssues<Field>) => ({
  failure,
  fields,
  sent: true,
});

/** The states of a form that sends one request. */
export type FormState<Field extends string> =
  | { step: 'editing' }
  | { step: 'submitting' }
  | ({ step: 'failed' } & FormError<Field>);

export const emailIssue = (email: string): 'missing' | 'invalid' | undefined => {
  if (email === '') return 'missing';
  return pattern.test(email) ? undefined : 'invalid';
};

export const newPasswordIssue = (password: string): 'missing' | 'short' | 'long' | undefined => {
  if (password === '') return 'missing';
  if (password.length < limits.passwordMinimum) return 'short';
  return password.length > limits.passwordMaximum ? 'long' : undefined;
};

/** Checks a form that asks only for an email address. Returns null when it is valid. */
export const checkEmail = (email: string): FormError<'email'> | null => {
  const issue = emailIssue(email);
  if (issue === undefined) return null;
  return checkFailed(issue === 'missing' ? 'ALL_FIELDS_REQUIRED' : 'InvalidEmailAddress', { email: issue });
};

export const credentialIssues = (code: ErrorCode): FieldIssues<'email' | 'password'> => {
  switch (code) {
    case 'InvalidEmailAddress':
      return { email: 'invalid' };
    case 'InvalidPassword':
      return { password: 'refused' };
    case 'InvalidEmailOrPassword':
    case 'INVALID_PAYLOAD':
      return { email: 'refused', password: 'refused' };
    default:
      return {};
  }
};
