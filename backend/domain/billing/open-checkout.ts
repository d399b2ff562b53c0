import { checkoutsRepository, type CheckoutRow } from '../../store/checkouts.repository.ts';
import type { BillingDependencies } from './dependencies.ts';
import type { Sync } from './sync.ts';

/** A user's payment page: one that can be paid on, or one for which Stripe's answer is still missing. */
export type OpenCheckout = CheckoutRow & { page: { id: string; url: string } | null };

export type SettleCheckout = (userId: string) => Promise<OpenCheckout | null>;

/**
 * Creates a function that asks Stripe for the result of a user's payment page, and removes the page when it is over. A
 * paid subscription is stored first, so after a kill between the two steps the page is checked again.
 */
export const createSettleCheckout =
  ({ database, stripe }: Pick<BillingDependencies, 'database' | 'stripe'>, sync: Sync): SettleCheckout =>
  async (userId) => {
    const checkouts = checkoutsRepository(database);
    const row = await checkouts.ofUser(userId);
    if (row === null) return null;
    if (row.sessionId === null) return { ...row, page: null };
    const checkout = await stripe.checkout(row.sessionId);
    if (checkout?.status === 'open' && checkout.url !== null) {
      return { ...row, page: { id: checkout.id, url: checkout.url } };
    }
    if (checkout?.status === 'complete' && checkout.customerId !== null) await sync.customer(checkout.customerId);
    await checkouts.remove(userId, row);
    return null;
  };
