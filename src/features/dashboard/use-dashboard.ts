import { useEffect, useEffectEvent, useReducer } from 'react';
import { signOutEvent, type SignOutReason, type Theme } from '../../contracts/elements.ts';
import type { ErrorCode, Failure } from '../../contracts/error-codes.ts';
import type { Language } from '../../contracts/language.ts';
import type { PaymentReturn } from '../../contracts/routes.ts';
import type { Session } from '../../contracts/session.ts';
import { errorSentence } from '../../i18n/error-sentence.ts';
import type { Translate } from '../../i18n/translate.ts';
import { done, fail, type Result } from '../../lib/result.ts';
import { useRestoredPage } from '../../ui/use-external-redirect.ts';
import { dashboardFlow, dashboardStart } from './dashboard-flow.ts';
import type { DashboardServices } from './dashboard-services.ts';
import type { DeletionProof } from './deletion-password.tsx';
import { openAccount } from './open-account.ts';

export type DashboardProps = {
  /** Messages of `dashboard`. */
  t: Translate;
  language: Language;
  services: DashboardServices;
  theme?: Theme | undefined;
  /** The element, at which the page fires `sign-out`. */
  host?: EventTarget | undefined;
  /** The coupon for a purchase. */
  coupon?: string | undefined;
  /** What the person returns from. It is read once, when the element is connected. */
  payment?: PaymentReturn | undefined;
  /** The portal's `/confirmation`, which explains how to get and open the app. */
  confirmationUrl: string;
  /** Called when the session is over: `requested` by the person, or `ended` in another tab or on the server. */
  onSignedOut(reason: SignOutReason): void;
  /** Called when the deletion is running and the session has ended. */
  onAccountDeleted(): void;
  /** Called for each error; `message` is the text that is shown. */
  onAuthError(problem: { code: ErrorCode; message: string }): void;
  onReady(): void;
};

/** A new value for each time that the account must be read; `refresh` after a visit to a payment page. */
type Reading = { refresh: boolean };

/** Runs the flow with the services: opens the account, renews the session, and leaves. */
export const useDashboard = (props: DashboardProps) => {
  const { t, language, services, host, coupon, payment, onSignedOut, onAccountDeleted, onReady } = props;
  const { session: store, users, billing } = services;
  const [state, dispatch] = useReducer(dashboardFlow, null, () => dashboardStart(payment, store.read()?.email));
  const [reading, read] = useReducer((_: Reading, refresh: boolean): Reading => ({ refresh }), {
    refresh: payment === 'managed',
  });

  const reportFailure = (failure: Failure, context?: string) => {
    // This is no error: the dialog asks for the password.
    if (failure.code === 'RECENT_SIGN_IN_REQUIRED') return;
    const sentence = errorSentence(t, 'account', failure.code, failure);
    props.onAuthError({ code: failure.code, message: context === undefined ? sentence : `${context} ${sentence}` });
  };

  const leave = (reason: SignOutReason) => {
    store.remove();
    dispatch({ type: 'left', deleted: false });
    onSignedOut(reason);
  };
  const retry = () => {
    const session = store.read();
    if (session === null) return leave('ended');
    dispatch({ type: 'opening', email: session.email });
    read(reading.refresh);
  };
  const refresh = () => read(true);
  useRestoredPage(refresh);
  // The server ended the session. Another tab may have stored a new one in the meantime, which must not be ended.
  const ended = (token: string) => (store.read()?.token === token ? leave('ended') : retry());

  const open = useEffectEvent(async (signal: AbortSignal) => {
    const session = store.read();
    if (session === null) return leave('ended');
    const { email, token } = session;
    const account = await openAccount(services, { token, refresh: reading.refresh }, signal);
    if (signal.aborted) return;
    if (account.ok) dispatch({ type: 'opened', email, account: account.value });
    else if (account.failure.code === 'TOKEN_EXPIRED') ended(token);
    else {
      dispatch({ type: 'unreachable', email, failure: account.failure });
      reportFailure(account.failure);
    }
    onReady();
  });
  useEffect(() => {
    const controller = new AbortController();
    void open(controller.signal);
    return () => controller.abort();
  }, [reading]);

  const follow = useEffectEvent((session: Session | null) => {
    if (session === null) leave('ended');
    else if (state.step !== 'left' && state.email !== session.email) retry();
  });
  useEffect(() => store.subscribe((session) => follow(session)), [store]);
  const languageNow = useEffectEvent(() => language);
  useEffect(
    () =>
      services.startRenewal(
        () => languageNow(),
        (session) => follow(session),
      ).stop,
    [services],
  );

  const logOut = () => {
    const session = store.read();
    // The browser ends the session immediately, without waiting for the server.
    if (session !== null) void users.signOut(session.token);
    leave('requested');
  };
  const signOutRequested = useEffectEvent((event: Event) => {
    // Cancels the event, so that the page knows that it need not log out itself.
    event.preventDefault();
    logOut();
  });
  useEffect(() => {
    const listener = (event: Event) => signOutRequested(event);
    host?.addEventListener(signOutEvent, listener);
    return () => host?.removeEventListener(signOutEvent, listener);
  }, [host]);
  const accountDeleted = () => {
    store.remove();
    dispatch({ type: 'left', deleted: true });
    onAccountDeleted();
  };

  /** Uses the current token, because another tab may have renewed it. */
  const asOwner =
    <T>(context: string, call: (token: string, signal: AbortSignal) => Promise<Result<T>>) =>
    async (signal: AbortSignal): Promise<Result<T>> => {
      const token = store.read()?.token;
      const result = token === undefined ? fail('TOKEN_EXPIRED') : await call(token, signal);
      if (result.ok || signal.aborted) return result;
      reportFailure(result.failure, context);
      if (result.failure.code === 'TOKEN_EXPIRED') ended(token ?? '');
      if (result.failure.code === 'ALREADY_SUBSCRIBED') {
        dispatch({ type: 'already-subscribed' });
        refresh();
      }
      return result;
    };

  return {
    state,
    reportFailure,
    retry,
    logOut,
    accountDeleted,
    purchase: (userID: string) =>
      asOwner(t('payment.failed'), (token, signal) => billing.purchase({ userID, token, language, coupon }, signal)),
    manage: (customerID: string) =>
      asOwner(t('payment.failed'), (token, signal) => billing.manage({ customerID, token, language }, signal)),
    /** `proof`: required when the sign-in is too old for a deletion. */
    deleteAccount: (email: string, proof?: DeletionProof) => async (signal: AbortSignal) => {
      const signedIn = proof === undefined ? done : await services.signInAgain({ email, ...proof, language }, signal);
      if (signedIn.ok) {
        return asOwner(t('delete.failed'), (token, limited) => users.deleteAccount(token, language, limited))(signal);
      }
      if (!signal.aborted) reportFailure(signedIn.failure, t('delete.failed'));
      return signedIn;
    },
    sendRecoveryMail: (email: string) => async (signal: AbortSignal) => {
      const result = await services.sendRecoveryMail(email, language, signal);
      if (!result.ok && !signal.aborted) reportFailure(result.failure);
      return result;
    },
  };
};

export type DashboardActions = Omit<ReturnType<typeof useDashboard>, 'state'>;
