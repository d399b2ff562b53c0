import { stripeService } from '../../contracts/api.ts';
import { type Result, succeed } from '../../lib/result.ts';
import type { BillingClient } from '../../services/billing/billing.ts';
import type { SubscriptionSummary } from '../../services/billing/subscription-answer.ts';
import type { UsersClient } from '../../services/users/users.ts';

/** `customerID`: the Stripe customer's id, after a first purchase on the portal. */
export type Account = SubscriptionSummary & { userID: string; customerID: string | null };

export type AccountServices = {
  users: Pick<UsersClient, 'user' | 'subscriptionStatus'>;
  billing: Pick<BillingClient, 'refresh'>;
};

/**
 * Loads the account with two calls (product-spec.md#4-states-and-transitions). An ended session takes precedence over
 * another failure. `refresh`, after a visit to a payment page, asks the server to query Stripe now. Its failure changes
 * nothing.
 */
export const openAccount = async (
  { users, billing }: AccountServices,
  { token, refresh }: { token: string; refresh: boolean },
  signal: AbortSignal,
): Promise<Result<Account>> => {
  const [user, status, refreshed] = await Promise.all([
    users.user(token, signal),
    users.subscriptionStatus(token, signal),
    refresh ? billing.refresh({ token }, signal) : undefined,
  ]);
  if (user.ok && status.ok) {
    const { id, integrations } = user.value;
    const customer = integrations.find(({ service }) => service === stripeService);
    const state = refreshed?.ok === true ? refreshed.value : status.value;
    return succeed({ ...state, userID: id, customerID: customer?.serviceKey ?? null });
  }
  const failures = [user, status].flatMap((result) => (result.ok ? [] : [result]));
  const [first] = failures;
  const ended = failures.find(({ failure }) => failure.code === 'TOKEN_EXPIRED');
  return ended ?? first ?? { ok: false, failure: { code: 'GENERIC_ERROR' } };
};
