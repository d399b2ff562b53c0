import type { Failure } from '../../contracts/error-codes.ts';
import { normalizePassword } from '../../contracts/typed-text.ts';
import { formEmail, formText } from '../../lib/form-text.ts';
import type { ElementContext } from '../shared/element-context.ts';
import { createFormCore, type FormController } from '../shared/form-controller.ts';
import { checkEmail, credentialIssues, type FormError, requestFailed } from '../shared/form-error.ts';
import {
  checkPassword,
  type ResetPasswordField,
  type ResetPasswordEvent,
  type ResetPasswordState,
  resetPasswordFlow,
  resetPasswordStart,
} from './reset-password-flow.ts';
import type { ResetPasswordServices } from './reset-password-services.ts';

export type ResetPasswordController = FormController<ResetPasswordState>;

/** Sets a new password with the secret of a mailed link, or requests another link (decisions.md#6-flows). */
export const createResetPasswordController = (
  services: ResetPasswordServices,
  element: ElementContext,
  secret: string,
): ResetPasswordController => {
  const { dispatch, send, reportFailure, ...core } = createFormCore<ResetPasswordState, ResetPasswordEvent>(
    resetPasswordFlow,
    resetPasswordStart(secret),
  );
  const fail = (problem: FormError<ResetPasswordField>): void => {
    dispatch({ type: 'failed', ...problem });
    reportFailure(problem.failure);
  };
  const reports = {
    sent: () => dispatch({ type: 'sent' }),
    failed: (failure: Failure) => fail(requestFailed(failure, credentialIssues(failure.code))),
  };

  const setPassword = (data: FormData): void => {
    const password = normalizePassword(formText(data, 'password'));
    const problem = checkPassword(password);
    if (problem !== null) return fail(problem);
    const signOutDevices = formText(data, 'devices') !== '';
    void send((signal) => services.resetPassword(secret, password, signOutDevices, signal), {
      ...reports,
      succeeded: ({ code, devices }) => {
        // The log-in that follows in this tab need not ask for the code.
        services.signInCode.write(code);
        dispatch({ type: 'password-set', devices });
        element.emit('password-reset', {});
      },
    });
  };

  const requestLink = (data: FormData): void => {
    const email = formEmail(data);
    const problem = checkEmail(email);
    if (problem !== null) return fail(problem);
    void send((signal) => services.sendRecoveryMail(email, element.language(), signal), {
      ...reports,
      succeeded: () => dispatch({ type: 'mail-promised' }),
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
