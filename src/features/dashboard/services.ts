import type { Endpoints } from '../../config/endpoints.ts';
import { stripeService } from '../../contracts/calls/account.ts';
import { standingOf } from '../../contracts/calls/subscription.ts';
import { type Result, succeed, withoutValue } from '../../lib/result.ts';
import { saveFile } from '../../lib/files.ts';
import { onRestored, visit } from '../../lib/browser.ts';
import { type BillingClient, createBillingClient, type SubscriptionSummary } from '../../services/billing.ts';
import { createIdentity, type Identity } from '../../services/identity/identity.ts';
import { createCancelClient, type CancelClient } from '../../services/cancel.ts';
import { type Credentials, signIn } from '../../services/users/authenticate.ts';
import { createSessionRenewal, type StartSessionRenewal } from '../../services/users/session-renewal.ts';
import { createUsersClient, type UsersClient } from '../../services/users/users.ts';
import {
  createDuePayment,
  createSessionStore,
  createSignInCode,
  type SessionStore,
  type TabText,
} from '../../session/session-store.ts';

export type DashboardServices = {
  session: Pick<SessionStore, 'read' | 'remove' | 'subscribe'>;
  users: Pick<
    UsersClient,
    'user' | 'subscriptionStatus' | 'signOut' | 'deleteAccount' | 'exportData' | 'mailMoveInLink' | 'openMoveInLink'
  >;
  billing: BillingClient;
  keep: CancelClient['undo'];
  overview: CancelClient['read'];
  /** Sends a mail to the signed-in person, and returns why it could not be sent. */
  sendRecoveryMail: Identity['sendOwnRecoveryMail'];
  /** Signs the same person in again. The new session replaces the stored one. */
  signInAgain(credentials: Omit<Credentials, 'keep'>, signal: AbortSignal): Promise<Result<void>>;
  startRenewal: StartSessionRenewal;
  /** The payment that failed when its owner went to Stripe's page: the user and the amount. */
  due: TabText;
  save: typeof saveFile;
  visit(url: string): void;
  reload(): void;
  onRestored: typeof onRestored;
};

export const createDashboardServices = (endpoints: Endpoints): DashboardServices => {
  const identity = createIdentity(endpoints);
  const users = createUsersClient(endpoints);
  const session = createSessionStore();
  const signInCode = createSignInCode();
  const cancel = createCancelClient(endpoints);
  return {
    session,
    users,
    billing: createBillingClient(endpoints),
    keep: cancel.undo,
    overview: cancel.read,
    due: createDuePayment(),
    save: saveFile,
    visit,
    reload: () => location.reload(),
    onRestored,
    sendRecoveryMail: identity.sendOwnRecoveryMail,
    signInAgain: async (credentials, signal) =>
      withoutValue(
        await signIn(
          { identity, users, store: session, canStore: session.isAvailable, signInCode },
          { ...credentials, keep: true },
          signal,
        ),
      ),
    startRenewal: createSessionRenewal(endpoints, session),
  };
};

/**
 * `customerID`: the Stripe customer's id, after a first purchase on the portal. `refundUntil`: the last day on which a
 * cancelled membership can be withdrawn from for a refund ("2026-12-21"), if there is one.
 */
export type Account = SubscriptionSummary & { userID: string; customerID: string | null; refundUntil: string | null };

/** Nothing was paid for a trial. */
const isRefundable = ({ subscription }: SubscriptionSummary): boolean =>
  subscription?.store === 'stripe' && standingOf(subscription) === 'ending';

/**
 * Loads the account with two calls (product-spec.md#4-states-and-transitions). An ended session takes precedence over
 * another failure. `refresh` asks the server to query Stripe now. Its failure changes nothing.
 */
export const openAccount = async (
  { users, billing, overview }: DashboardServices,
  { token, refresh }: { token: string; refresh: boolean },
  signal: AbortSignal,
): Promise<Result<Account>> => {
  const [user, status, refreshed] = await Promise.all([
    users.user(token, signal),
    users.subscriptionStatus(token, signal),
    refresh ? billing.refresh({ token }, signal) : undefined,
  ]);
  if (!user.ok) return !status.ok && status.failure.code === 'TOKEN_EXPIRED' ? status : user;
  if (!status.ok) return status;
  const { id, integrations } = user.value;
  const customer = integrations.find(({ service }) => service === stripeService);
  const state = refreshed?.ok === true ? refreshed.value : status.value;
  const left = isRefundable(state) ? await overview(token, signal) : null;
  const refundUntil = left?.ok === true ? left.value.withdrawUntil : null;
  return succeed({ ...state, userID: id, customerID: customer?.serviceKey ?? null, refundUntil });
};
