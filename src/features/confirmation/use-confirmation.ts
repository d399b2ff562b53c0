import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Theme } from '../../contracts/elements.ts';
import type { Language } from '../../contracts/language.ts';
import type { Membership } from '../../contracts/subscription.ts';
import type { Translate } from '../../i18n/translate.ts';
import type { Result } from '../../lib/result.ts';
import type { SubscriptionSummary } from '../../services/billing/subscription-answer.ts';
import type { Renewal } from '../../session/renewal.ts';
import type { ConfirmationServices } from './confirmation-services.ts';
import { membershipOf } from './membership.ts';

export type ConfirmationProps = {
  /** Messages of `confirmation`. */
  t: Translate;
  language: Language;
  services: ConfirmationServices;
  /** The id of the checkout that the person returns from, from the address. */
  checkout?: string | undefined;
  signInUrl: string;
  /** The address of this page, for the phone that scans the code. */
  pageUrl: string;
  theme?: Theme | undefined;
  /** Called when the server has responded to the checkout. The page around shows the result. */
  onMembership(membership: Membership): void;
  onReady(): void;
};

/** Runs the page with the services: the session, the result of the checkout, and the token that leaves. */
export const useConfirmation = ({ language, services, checkout, onMembership, onReady }: ConfirmationProps) => {
  const [session, setSession] = useState(() => services.session.read());
  const renewal = useRef<Renewal | null>(null);

  useEffect(() => services.session.subscribe(setSession), [services]);
  const languageNow = useEffectEvent(() => language);
  useEffect(() => {
    const started = services.startRenewal(() => languageNow(), setSession);
    renewal.current = started;
    return () => started.stop();
  }, [services]);

  const hear = useEffectEvent((token: string, answer: Result<SubscriptionSummary>) => {
    const ended = !answer.ok && answer.failure.code === 'TOKEN_EXPIRED';
    // Another tab may have stored a session in the meantime. That one must not be ended.
    if (ended && services.session.read()?.token === token) {
      services.session.remove();
      setSession(null);
    }
    onMembership(membershipOf(answer));
    onReady();
  });
  const readyAtOnce = useEffectEvent(() => onReady());
  useEffect(() => {
    const token = services.session.read()?.token;
    if (token === undefined || checkout === undefined) return readyAtOnce();
    const controller = new AbortController();
    void services.billing.refresh({ token, checkout }, controller.signal).then((answer) => {
      if (!controller.signal.aborted) hear(token, answer);
    });
    return () => controller.abort();
  }, [services, checkout]);

  return { session, tokenLeaves: () => renewal.current?.leave() };
};
