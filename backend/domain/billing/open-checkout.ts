import { checkoutsRepository, type CheckoutRow } from '../../store/checkouts.repository.ts';
import type { BillingDependencies } from './settings.ts';
import type { Sync } from './sync.ts';

/** What a user's payment page is: a page that can be paid on, or one that Stripe has not answered yet. */
export type OpenCheckout = CheckoutRow & { page: { id: string; url: string } | null };

export type SettleCheckout = (userId: string) => Promise<OpenCheckout | null>;

/**
 * Asks Stripe what became of a user's payment page, and forgets it when it is over. One that was paid is read into our
 * rows first: a kill in between leaves the page to be asked for again.
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
