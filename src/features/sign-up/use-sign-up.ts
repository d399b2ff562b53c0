import { useReducer, useSyncExternalStore } from 'react';
import type { Failure } from '../../contracts/error-codes.ts';
import { errorSentence } from '../../i18n/error-sentence.ts';
import { formText } from '../../lib/form-text.ts';
import { useAnnouncements } from '../../ui/use-announcements.ts';
import { useRequest } from '../../ui/use-request.ts';
import { checkSignUp, type Problem, refused, signUpFlow, signUpStart } from './sign-up-flow.ts';
import type { SignUpProps } from './sign-up-props.ts';

/** Runs the flow against the services: reads the form, sends, reports. */
export const useSignUp = (props: SignUpProps) => {
  const { t, language, services, mode, onAuthSuccess, onAuthError, onReady } = props;
  const [state, dispatch] = useReducer(signUpFlow, signUpStart);
  const send = useRequest();
  const { consent } = services;
  const firstParty = mode.kind === 'first-party';
  const blocked = mode.kind === 'blocked';
  // A widget doesn't even look: in a sandboxed frame the mere mention of cookies throws.
  const consented = useSyncExternalStore(
    consent.subscribe,
    () => firstParty && consent.given(),
    () => false,
  );

  const sentence = (failure: Failure) => errorSentence(t, 'sign-up', failure.code, failure);
  const report = (failure: Failure) => onAuthError({ code: failure.code, message: sentence(failure) });
  const fail = (problem: Problem) => {
    dispatch({ type: 'failed', ...problem });
    report(problem.failure);
  };

  const signUp = (data: FormData) => {
    if (blocked) return;
    const ticked = formText(data, 'cookies') !== '';
    const account = { email: formText(data, 'email').trim(), password: formText(data, 'password') };
    const problem = checkSignUp({
      ...account,
      agreement: !firstParty || formText(data, 'agreement') !== '',
      consent: !firstParty || consented || ticked,
    });
    if (problem !== null) return fail(problem);
    if (firstParty && !consented) consent.give();
    void send((signal) => services.signUp({ ...account, language, keep: firstParty }, signal), {
      sent: () => dispatch({ type: 'sent' }),
      failed: (failure) => fail(refused(failure)),
      succeeded: (account) => {
        dispatch(firstParty ? { type: 'account-opened', account } : { type: 'reported' });
        onAuthSuccess(account);
      },
    });
  };

  useAnnouncements(onReady, blocked, () => report({ code: 'INVALID_PARENT_ORIGIN' }));

  return { state, consented, sentence, signUp };
};
