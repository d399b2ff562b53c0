import { useReducer, useState, useSyncExternalStore } from 'react';
import type { Failure } from '../../contracts/error-codes.ts';
import { errorSentence } from '../../i18n/error-sentence.ts';
import { formText } from '../../lib/form-text.ts';
import { useAnnouncements } from '../../ui/use-announcements.ts';
import { useRequest } from '../../ui/use-request.ts';
import { checkRecovery, checkSignIn, type Problem, refused, signInFlow, signInStart } from './sign-in-flow.ts';
import type { SignInProps } from './sign-in-props.ts';

/** Runs the flow against the services: reads forms, sends, reports. */
export const useSignIn = (props: SignInProps) => {
  const { t, language, services, mode, onAuthSuccess, onAuthError, onReady } = props;
  const [state, dispatch] = useReducer(signInFlow, signInStart);
  // What was typed in one form is offered in the other.
  const [typedEmail, setTypedEmail] = useState<string>();
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
  const asksConsent = firstParty && !consented;

  const sentence = (failure: Failure) => errorSentence(t, 'account', failure.code, failure);
  const report = (failure: Failure) => onAuthError({ code: failure.code, message: sentence(failure) });
  const fail = (problem: Problem) => {
    dispatch({ type: 'failed', ...problem });
    report(problem.failure);
  };
  const reports = {
    sent: () => dispatch({ type: 'sent' }),
    failed: (failure: Failure) => fail(refused(failure)),
  };

  const signIn = (data: FormData) => {
    if (blocked) return;
    const values = { email: formText(data, 'email').trim(), password: formText(data, 'password') };
    const ticked = formText(data, 'cookies') !== '';
    const problem = checkSignIn(values, !asksConsent || ticked);
    if (problem !== null) return fail(problem);
    if (asksConsent) consent.give();
    void send((signal) => services.signIn({ ...values, language, keep: firstParty }, signal), {
      ...reports,
      succeeded: (result) => {
        dispatch({ type: 'signed-in' });
        onAuthSuccess(result);
      },
    });
  };

  const recover = (data: FormData) => {
    const email = formText(data, 'email').trim();
    const problem = checkRecovery(email);
    if (problem !== null) return fail(problem);
    setTypedEmail(email);
    void send((signal) => services.sendRecoveryMail(email, language, signal), {
      ...reports,
      succeeded: () => dispatch({ type: 'mail-promised' }),
    });
  };

  const openRecovery = (email: string) => {
    setTypedEmail(email);
    dispatch({ type: 'password-forgotten' });
  };
  const closeRecovery = (email: string) => {
    setTypedEmail(email);
    dispatch({ type: 'password-remembered' });
  };

  useAnnouncements(onReady, blocked, () => report({ code: 'INVALID_PARENT_ORIGIN' }));

  return { state, typedEmail, asksConsent, sentence, signIn, recover, openRecovery, closeRecovery };
};
