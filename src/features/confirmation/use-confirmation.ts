import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Renewal } from '../../session/renewal.ts';
import type { ConfirmationProps } from './confirmation-props.ts';
import { type Membership, membershipOf } from './membership.ts';

/** Runs the page against the services: who is signed in, what the checkout came to, and the token that leaves. */
export const useConfirmation = ({ language, services, checkout, onReady }: ConfirmationProps) => {
  const [session, setSession] = useState(() => services.session.read());
  const [membership, setMembership] = useState<Membership | null>(null);
  const renewal = useRef<Renewal | null>(null);

  useEffect(() => services.session.subscribe(setSession), [services]);
  useEffect(() => {
    const started = services.keepFresh(language, setSession);
    renewal.current = started;
    return () => started.stop();
  }, [services, language]);

  const look = useEffectEvent(async (signal: AbortSignal) => {
    if (session === null || checkout === undefined) return onReady();
    const { token } = session;
    const answer = await services.billing.refresh({ token, checkout }, signal);
    if (signal.aborted) return;
    const ended = !answer.ok && answer.failure.code === 'TOKEN_EXPIRED';
    // Unless another tab put its own in place meanwhile: that one is not ours to end.
    if (ended && services.session.read()?.token === token) {
      services.session.remove();
      setSession(null);
    }
    setMembership(membershipOf(answer));
    onReady();
  });
  useEffect(() => {
    const controller = new AbortController();
    void look(controller.signal);
    return () => controller.abort();
  }, [checkout]);

  return {
    session,
    /** null while it is being looked at; undefined when there is nothing to look at. */
    membership: session === null || checkout === undefined ? undefined : membership,
    tokenLeaves: () => renewal.current?.leave(),
  };
};
