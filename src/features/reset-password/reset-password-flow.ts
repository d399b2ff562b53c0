import type { ErrorCode, Failure } from '../../contracts/error-codes.ts';
import { emailIssue, newPasswordIssue, stopped, type Problem as FormProblem } from '../shared/problem.ts';

/**
 * The states of the page behind a mailed link (decisions.md#6-flows, "Password recovery"), without React and without a
 * server.
 */
export type Problem = FormProblem<'email' | 'password'>;

export type FormState = { step: 'editing' } | { step: 'submitting' } | ({ step: 'failed' } & Problem);

export type ResetPasswordState =
  | FormState
  /** The link is used, replaced, too old or damaged. A separate form requests another one. */
  | { step: 'link-spent'; request: FormState }
  | { step: 'mail-promised' }
  /** The new password is set. The person is not signed in, because a reader of the mail need not be the owner. */
  | { step: 'done' };

export type ResetPasswordEvent =
  | { type: 'sent' }
  | ({ type: 'failed' } & Problem)
  | { type: 'password-set' }
  | { type: 'mail-promised' };

/** `secret` is the secret of the link, or null without one. */
export const resetPasswordStart = (secret: string | null): ResetPasswordState =>
  secret === null || secret === '' ? { step: 'link-spent', request: { step: 'editing' } } : { step: 'editing' };

const formAfter = (event: { type: 'sent' } | ({ type: 'failed' } & Problem)): FormState =>
  event.type === 'sent'
    ? { step: 'submitting' }
    : { step: 'failed', failure: event.failure, fields: event.fields, sent: event.sent };

export const resetPasswordFlow = (state: ResetPasswordState, event: ResetPasswordEvent): ResetPasswordState => {
  switch (event.type) {
    case 'sent':
    case 'failed':
      if (state.step === 'link-spent') return { step: 'link-spent', request: formAfter(event) };
      if (event.type === 'failed' && event.failure.code === 'LINK_EXPIRED') {
        return { step: 'link-spent', request: { step: 'editing' } };
      }
      return formAfter(event);
    case 'password-set':
      return { step: 'done' };
    case 'mail-promised':
      return { step: 'mail-promised' };
  }
};

/** The checks before sending. Returns null when all values are valid. */
export const checkPassword = (password: string): Problem | null => {
  const issue = newPasswordIssue(password);
  if (issue === undefined) return null;
  const codes = { missing: 'ALL_FIELDS_REQUIRED', short: 'PASSWORD_TOO_SHORT', long: 'PASSWORD_TOO_LONG' } as const;
  return stopped(codes[issue], { password: issue });
};

export const checkEmail = (email: string): Problem | null => {
  const issue = emailIssue(email);
  if (issue === undefined) return null;
  return stopped(issue === 'missing' ? 'ALL_FIELDS_REQUIRED' : 'InvalidEmailAddress', { email: issue });
};

/** Returns the problem for a response of the server. */
export const refused = (failure: Failure): Problem => ({
  failure,
  fields: fieldsOf(failure.code),
  sent: true,
});

/** The forms have one field each, so a problem with another field is shown at that one. */
const fieldsOf = (code: ErrorCode): Problem['fields'] => {
  switch (code) {
    case 'InvalidPassword':
      return { password: 'refused' };
    case 'InvalidEmailAddress':
      return { email: 'invalid' };
    case 'INVALID_PAYLOAD':
      return { email: 'refused', password: 'refused' };
    default:
      return {};
  }
};
