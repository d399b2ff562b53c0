import { useReducer } from 'react';
import type { Failure } from '../../contracts/error-codes.ts';
import { errorSentence } from '../../i18n/error-sentence.ts';
import { formText } from '../../lib/form-text.ts';
import { useAnnouncements } from '../../ui/use-announcements.ts';
import { useRequest } from '../../ui/use-request.ts';
import type { ResetPasswordProps } from './reset-password-props.ts';
import {
  checkEmail,
  checkPassword,
  type Problem,
  refused,
  resetPasswordFlow,
  resetPasswordStart,
} from './reset-password-flow.ts';

/** Runs the flow against the services: reads forms, sends, reports. */
export const useResetPassword = (props: ResetPasswordProps) => {
  const { t, language, services, secret, onPasswordReset, onAuthError, onReady } = props;
  const [state, dispatch] = useReducer(resetPasswordFlow, secret, resetPasswordStart);
  const send = useRequest();

  const sentence = (failure: Failure) => errorSentence(t, 'account', failure.code, failure);
  const fail = (problem: Problem) => {
    dispatch({ type: 'failed', ...problem });
    onAuthError({ code: problem.failure.code, message: sentence(problem.failure) });
  };
  const reports = {
    sent: () => dispatch({ type: 'sent' }),
    failed: (failure: Failure) => fail(refused(failure)),
  };

  const setPassword = (data: FormData) => {
    const password = formText(data, 'password');
    const problem = checkPassword(password);
    if (problem !== null) return fail(problem);
    void send((signal) => services.resetPassword(secret ?? '', password, signal), {
      ...reports,
      succeeded: () => {
        dispatch({ type: 'password-set' });
        onPasswordReset();
      },
    });
  };

  const requestLink = (data: FormData) => {
    const email = formText(data, 'email').trim();
    const problem = checkEmail(email);
    if (problem !== null) return fail(problem);
    void send((signal) => services.sendRecoveryMail(email, language, signal), {
      ...reports,
      succeeded: () => dispatch({ type: 'mail-promised' }),
    });
  };

  useAnnouncements(onReady);

  return { state, sentence, setPassword, requestLink };
};
