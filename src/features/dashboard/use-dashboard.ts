import { useEffect, useEffectEvent, useReducer, useState } from 'react';
import type { Failure } from '../../contracts/error-codes.ts';
import { useRequest } from '../../ui/use-request.ts';
import { dashboardFlow, dashboardStart } from './dashboard-flow.ts';
import type { DashboardProps } from './dashboard-props.ts';
import { openAccount } from './open-account.ts';

/** Runs the flow against the services: opens the account, keeps the session fresh, leaves. */
export const useDashboard = ({ language, services, onSignedOut, onReady }: DashboardProps) => {
  const [state, dispatch] = useReducer(dashboardFlow, dashboardStart);
  const [attempt, setAttempt] = useState(0);
  const send = useRequest();

  const leave = () => {
    services.session.remove();
    dispatch({ type: 'left' });
    onSignedOut();
  };
  // The server ended the session: nothing here is true any more.
  const failedWith = (failure: Failure, otherwise: () => void) =>
    failure.code === 'TOKEN_EXPIRED' ? leave() : otherwise();

  const open = useEffectEvent(async (signal: AbortSignal) => {
    const session = services.session.read();
    if (session === null) return leave();
    const { email } = session;
    const account = await openAccount(services.users, session.token, signal);
    if (signal.aborted) return;
    if (account.ok) dispatch({ type: 'opened', email });
    else failedWith(account.failure, () => dispatch({ type: 'unreachable', email, failure: account.failure }));
    onReady();
  });
  useEffect(() => {
    const controller = new AbortController();
    void open(controller.signal);
    return () => controller.abort();
  }, [attempt]);

  const leaveWithOthers = useEffectEvent(() => leave());
  useEffect(
    () => services.session.subscribe((session) => (session === null ? leaveWithOthers() : undefined)),
    [services],
  );
  useEffect(() => services.keepFresh(language), [services, language]);

  const retry = () => {
    dispatch({ type: 'opening' });
    setAttempt(attempt + 1);
  };
  const logOut = () => {
    const session = services.session.read();
    // Nobody waits for the server; locally it is over at once.
    if (session !== null) void services.users.signOut(session.token);
    leave();
  };
  const resetPassword = (email: string) =>
    void send((signal) => services.sendRecoveryMail(email, language, signal), {
      sent: () => dispatch({ type: 'mail', mail: { step: 'sending' } }),
      succeeded: () => dispatch({ type: 'mail', mail: { step: 'sent' } }),
      failed: (failure) => failedWith(failure, () => dispatch({ type: 'mail', mail: { step: 'failed', failure } })),
    });

  return { state, retry, logOut, resetPassword };
};
