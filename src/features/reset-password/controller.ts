import type { Endpoints } from '../../config/endpoints.ts';
import type { PasswordReset } from '../../contracts/calls/account.ts';
import type { Failure } from '../../contracts/error-codes.ts';
import { normalizePassword } from '../../contracts/typed-text.ts';
import {
  formEmail,
  formText,
  checkEmail,
  checkFailed,
  credentialIssues,
  type FormError,
  type FormState,
  newPasswordIssue,
  requestFailed,
} from '../shared/form-error.ts';
import { createIdentity, type Identity } from '../../services/identity/identity.ts';
import { createUsersClient, type UsersClient } from '../../services/users/users.ts';
import { createSignInCode, type TabText } from '../../session/session-store.ts';
import type { ElementContext } from '../shared/element-context.ts';
import { createFormCore, type FormController } from '../shared/controller.ts';

/** For a visitor who is signed out: requesting another link succeeds whether or not the email has an account. */
export type ResetPasswordServices = Pick<UsersClient, 'resetPassword'> &
  Pick<Identity, 'sendRecoveryMail'> & { signInCode: Pick<TabText, 'write'> };

export const createResetPasswordServices = (endpoints: Endpoints): ResetPasswordServices => {
  const { sendRecoveryMail } = createIdentity(endpoints);
  const { resetPassword } = createUsersClient(endpoints);
  return { sendRecoveryMail, resetPassword, signInCode: createSignInCode() };
};

export type ResetPasswordField = 'email' | 'password';

type Devices = PasswordReset['devices'];

type ResetPasswordState =
  | FormState<ResetPasswordField>
  /** There is no link, or none that is of use. A separate form requests another one. */
  | { step: 'needs-link'; link: 'none' | 'spent' | 'damaged'; request: FormState<ResetPasswordField> }
  | { step: 'mail-promised' }
  /** The new password is set. The person is not signed in, because a reader of the mail need not be the owner. */
  | { step: 'done'; devices: Devices };

const checkPassword = (password: string): FormError<ResetPasswordField> | null => {
  const issue = newPasswordIssue(password);
  if (issue === undefined) return null;
  const codes = { missing: 'ALL_FIELDS_REQUIRED', short: 'PASSWORD_TOO_SHORT', long: 'PASSWORD_TOO_LONG' } as const;
  return checkFailed(codes[issue], { password: issue });
};

export type ResetPasswordController = FormController<ResetPasswordState>;

/**
 * Sets a new password with the secret of a mailed link, or requests another link (decisions.md#6-flows).
 * @param secret null without one, as after a reload or for a password manager's link, and empty if it is damaged
 */
export const createResetPasswordController = (
  services: ResetPasswordServices,
  element: ElementContext,
  secret: string | null,
): ResetPasswordController => {
  const { set, send, reportFailure, ...core } = createFormCore<ResetPasswordState>(
    secret
      ? { step: 'editing' }
      : { step: 'needs-link', link: secret === null ? 'none' : 'damaged', request: { step: 'editing' } },
  );
  /** Changes the state of the form that is shown: for a password, or for another link. */
  const update = (form: FormState<ResetPasswordField>): void => {
    const state = core.state();
    set(state.step === 'needs-link' ? { ...state, request: form } : form);
  };
  const fail = (formError: FormError<ResetPasswordField>): void => {
    const isSpent = core.state().step !== 'needs-link' && formError.failure.code === 'LINK_EXPIRED';
    if (isSpent) set({ step: 'needs-link', link: 'spent', request: { step: 'editing' } });
    else update({ step: 'failed', ...formError });
    reportFailure(formError.failure);
  };
  const reports = {
    sent: () => update({ step: 'submitting' }),
    failed: (failure: Failure) => fail(requestFailed(failure, credentialIssues(failure.code))),
  };

  const setPassword = (data: FormData): void => {
    const password = normalizePassword(formText(data, 'password'));
    const formError = checkPassword(password);
    if (formError !== null) return fail(formError);
    const signOutDevices = formText(data, 'devices') !== '';
    void send((signal) => services.resetPassword(secret ?? '', password, signOutDevices, signal), {
      ...reports,
      succeeded: ({ code, devices }) => {
        // The log-in that follows in this tab need not ask for the code.
        services.signInCode.write(code);
        set({ step: 'done', devices });
        element.emit('password-reset', {});
      },
    });
  };

  const requestLink = (data: FormData): void => {
    const email = formEmail(data);
    const formError = checkEmail(email);
    if (formError !== null) return fail(formError);
    void send((signal) => services.sendRecoveryMail(email, element.language(), signal), {
      ...reports,
      succeeded: () => set({ step: 'mail-promised' }),
    });
  };

  return {
    ...core,
    submit: (data) => {
      const { step } = core.state();
      if (core.isBusy() || step === 'done' || step === 'mail-promised') return;
      if (step === 'needs-link') requestLink(data);
      else setPassword(data);
    },
  };
};
