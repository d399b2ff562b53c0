import type { PasswordReset } from '../../contracts/api.ts';
import {
  nextFormState,
  type FormEvent,
  type FormState,
  newPasswordIssue,
  type FormError,
  checkFailed,
} from '../shared/form-error.ts';

/**
 * The states of the page behind a mailed link (decisions.md#6-flows, "Password recovery"), without React and without a
 * server.
 */
export type ResetPasswordField = 'email' | 'password';

/** Whether the devices that play were signed out. */
export type Devices = PasswordReset['devices'];

export type ResetPasswordState =
  | FormState<ResetPasswordField>
  /** The link is used, replaced or too old, or there is none. A separate form requests another one. */
  | { step: 'needs-link'; isSpent: boolean; request: FormState<ResetPasswordField> }
  | { step: 'mail-promised' }
  /** The new password is set. The person is not signed in, because a reader of the mail need not be the owner. */
  | { step: 'done'; devices: Devices };

export type ResetPasswordEvent =
  | FormEvent<ResetPasswordField>
  | { type: 'password-set'; devices: Devices }
  | { type: 'mail-promised' };

/** `secret` is the secret of the link; empty without one, as after a reload or for a password manager's link. */
export const resetPasswordStart = (secret: string): ResetPasswordState =>
  secret === '' ? { step: 'needs-link', isSpent: false, request: { step: 'editing' } } : { step: 'editing' };

export const resetPasswordFlow = (state: ResetPasswordState, event: ResetPasswordEvent): ResetPasswordState => {
  switch (event.type) {
    case 'sent':
    case 'failed':
      if (state.step === 'needs-link') return { ...state, request: nextFormState(event) };
      if (event.type === 'failed' && event.failure.code === 'LINK_EXPIRED') {
        return { step: 'needs-link', isSpent: true, request: { step: 'editing' } };
      }
      return nextFormState(event);
    case 'password-set':
      return { step: 'done', devices: event.devices };
    case 'mail-promised':
      return { step: 'mail-promised' };
  }
};

/** The checks before sending. Returns null when all values are valid. */
export const checkPassword = (password: string): FormError<ResetPasswordField> | null => {
  const issue = newPasswordIssue(password);
  if (issue === undefined) return null;
  const codes = { missing: 'ALL_FIELDS_REQUIRED', short: 'PASSWORD_TOO_SHORT', long: 'PASSWORD_TOO_LONG' } as const;
  return checkFailed(codes[issue], { password: issue });
};
