import { limits } from '../../config/limits.ts';
import type { ErrorCode, Failure } from '../../contracts/error-codes.ts';
import { looksLikeEmail } from '../../lib/email-shape.ts';

/** The steps behind a mailed link (decisions section 6, "Password recovery"), without React and without a server. */
export type Problem = {
  failure: Failure;
  /** The form's field is concerned. */
  field: boolean;
  /** False when the form was stopped before anything left the page. */
  sent: boolean;
};

export type FormState = { step: 'editing' } | { step: 'submitting' } | ({ step: 'failed' } & Problem);

export type ResetPasswordState =
  | FormState
  /** The link is used, replaced, too old or damaged: another one can be asked for, by a form of its own. */
  | { step: 'link-spent'; request: FormState }
  | { step: 'mail-promised' }
  /** The new password is set. Nobody is signed in by that: whoever reads the mail need not be the owner. */
  | { step: 'done' };

export type ResetPasswordEvent =
  | { type: 'sent' }
  | ({ type: 'failed' } & Problem)
  | { type: 'password-set' }
  | { type: 'mail-promised' };

/** `secret` is what the link carried, if anything. */
export const resetPasswordStart = (secret: string | null): ResetPasswordState =>
  secret === null || secret === '' ? { step: 'link-spent', request: { step: 'editing' } } : { step: 'editing' };

const formAfter = (event: { type: 'sent' } | ({ type: 'failed' } & Problem)): FormState =>
  event.type === 'sent'
    ? { step: 'submitting' }
    : { step: 'failed', failure: event.failure, field: event.field, sent: event.sent };

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

const stopped = (code: ErrorCode): Problem => ({ failure: { code }, field: true, sent: false });

/** The checks before sending; null when all is well. */
export const checkPassword = (password: string): Problem | null => {
  if (password === '') return stopped('ALL_FIELDS_REQUIRED');
  if (password.length < limits.passwordMinimum) return stopped('PASSWORD_TOO_SHORT');
  if (password.length > limits.passwordMaximum) return stopped('PASSWORD_TOO_LONG');
  return null;
};

export const checkEmail = (email: string): Problem | null => {
  if (email === '') return stopped('ALL_FIELDS_REQUIRED');
  return looksLikeEmail(email) ? null : stopped('InvalidEmailAddress');
};

const fieldCodes: readonly ErrorCode[] = ['InvalidPassword', 'InvalidEmailAddress', 'INVALID_PAYLOAD'];

/** An answer of the server. */
export const refused = (failure: Failure): Problem => ({
  failure,
  field: fieldCodes.includes(failure.code),
  sent: true,
});
