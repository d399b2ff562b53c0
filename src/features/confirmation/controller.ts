import type { Endpoints } from '../../config/endpoints.ts';
import type { Session } from '../../contracts/session.ts';
import type { Membership } from '../../contracts/calls/subscription.ts';
import type { Result } from '../../lib/result.ts';
import { type BillingClient, createBillingClient } from '../../services/billing.ts';
import type { SubscriptionSummary } from '../../services/billing.ts';
import { createSessionRenewal, type Renewal, type StartSessionRenewal } from '../../services/users/session-renewal.ts';
import { createSessionStore, type SessionStore } from '../../session/session-store.ts';
import { type Controller, createControllerCore } from '../shared/controller.ts';
import type { ElementContext } from '../shared/element-context.ts';

export type ConfirmationServices = {
  session: Pick<SessionStore, 'read' | 'remove' | 'subscribe'>;
  billing: Pick<BillingClient, 'refresh'>;
  startRenewal: StartSessionRenewal;
};

export const createConfirmationServices = (endpoints: Endpoints): ConfirmationServices => {
  const session = createSessionStore();
  return { session, billing: createBillingClient(endpoints), startRenewal: createSessionRenewal(endpoints, session) };
};

export const membershipOf = (answer: Result<SubscriptionSummary>): Membership => {
  if (!answer.ok) return { kind: 'unknown' };
  const { isSubscribed, subscription, earlierUntil } = answer.value;
  if (!isSubscribed) return { kind: 'pending' };
  if (subscription?.status === 'trialing') {
    return { kind: 'trial', first: subscription.nextPayment ?? null, earlierUntil };
  }
  // A person who has just paid must not read "active" for a renewal that is retried after a failure.
  return { kind: !subscription || subscription.status === 'active' ? 'active' : 'pending', earlierUntil };
};

/** Its state is the session, which another tab or the server can change; null without one. */
export type ConfirmationController = Controller<Session | null> & {
  /**
   * Asks the server for the result of the checkout that the person returns from, and emits it for the page around.
   * Returns the function that aborts the request.
   */
  check(checkout: string | undefined): () => void;
  /** The token leaves the page with a link to a store. */
  tokenLeaves(): void;
};

/** Follows the session of the page after a purchase (product-spec.md#2-screens-and-routes, `/confirmation`). */
export const createConfirmationController = (
  { session, billing, startRenewal }: ConfirmationServices,
  element: ElementContext,
): ConfirmationController => {
  const { set, ...core } = createControllerCore(session.read());
  let renewal: Renewal | undefined;

  const askForResult = async (checkout: string, token: string, signal: AbortSignal): Promise<void> => {
    const answer = await billing.refresh({ token, checkout }, signal);
    if (signal.aborted) return;
    const ended = !answer.ok && answer.failure.code === 'TOKEN_EXPIRED';
    // Another tab may have stored a session in the meantime. That one must not be ended.
    if (ended && session.read()?.token === token) {
      session.remove();
      set(null);
    }
    element.emit('membership-checked', membershipOf(answer));
    element.ready();
  };

  return {
    ...core,
    check: (checkout) => {
      const request = new AbortController();
      const token = session.read()?.token;
      if (token === undefined || checkout === undefined) element.ready();
      else void askForResult(checkout, token, request.signal);
      return () => request.abort();
    },
    tokenLeaves: () => renewal?.leave(),
    start: () => {
      // Another tab may have changed it since the element was connected.
      set(session.read());
      const unsubscribe = session.subscribe(set);
      const started = startRenewal(element.language, set);
      renewal = started;
      return () => {
        unsubscribe();
        started.stop();
      };
    },
  };
};
