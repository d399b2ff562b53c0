import { useEffect, useEffectEvent, useReducer } from 'react';
import type { Session } from '../../contracts/session.ts';
import { useRequest } from '../../ui/use-request.ts';
import { dashboardFlow, dashboardStart } from './dashboard-flow.ts';
import type { DashboardProps } from './dashboard-props.ts';
import { openAccount } from './open-account.ts';

/** Runs the flow against the services: opens the account, keeps the session fresh, leaves. */
export const useDashboard = ({ language, services, onSignedOut, onReady }: DashboardProps) => {
  const [state, dispatch] = useReducer(dashboardFlow, dashboardStart);
  const [attempt, again] = useReducer((count: number) => count + 1, 0);
  const send = useRequest();

  const leave = () => {
    services.session.remove();
    dispatch({ type: 'left' });
    onSignedOut();
  };
  const retry = () => {
    dispatch({ type: 'opening' });
    again();
  };
  // The server ended the session, unless another tab put its own in place meanwhile: that one is not ours to end.
  const ended = (token: string) => (services.session.read()?.token === token ? leave() : retry());

  const open = useEffectEvent(async (signal: AbortSignal) => {
    const session = services.session.read();
    if (session === null) return leave();
    const { email, token } = session;
    const account = await openAccount(services.users, token, signal);
    if (signal.aborted) return;
    if (account.ok) dispatch({ type: 'opened', email });
    else if (account.failure.code === 'TOKEN_EXPIRED') ended(token);
    else dispatch({ type: 'unreachable', email, failure: account.failure });
    onReady();
  });
  useEffect(() => {
    const controller = new AbortController();
    void open(controller.signal);
    return () => controller.abort();
  }, [attempt]);

  const follow = useEffectEvent((session: Session | null) => {
    if (session === null) leave();
    else if ('email' in state && state.email !== session.email) retry();
  });
  useEffect(() => services.session.subscribe((session) => follow(session)), [services]);
  useEffect(() => services.keepFresh(language, (session) => follow(session)).stop, [services, language]);

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
      failed: (failure) => dispatch({ type: 'mail', mail: { step: 'failed', failure } }),
    });

  return { state, retry, logOut, resetPassword };
};
