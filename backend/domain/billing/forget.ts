import { checkoutsRepository } from '../../store/checkouts.repository.ts';
import { stripeCustomersRepository } from '../../store/stripe-customers.repository.ts';
import type { SettleCheckout } from './open-checkout.ts';
import type { BillingDependencies } from './dependencies.ts';
import type { Sync } from './sync.ts';

/**
 * Creates the deletion of a user at Stripe: no page can be paid any more, every subscription ends now, and Stripe
 * deletes the customer. Call it after the deletion was recorded, because no payment page is opened from then on. It can
 * be repeated: finished steps are skipped, and our rows stay until those of the user are deleted.
 * @throws StripeUnavailable; then call it again.
 */
export const createForget =
  ({ database, stripe }: Pick<BillingDependencies, 'database' | 'stripe'>, sync: Sync, settle: SettleCheckout) =>
  async (userId: string): Promise<void> => {
    const sessionId = (await checkoutsRepository(database).ofUser(userId))?.sessionId ?? null;
    if (sessionId !== null) await stripe.expireCheckout(sessionId);
    // Includes what was paid during the deletion. What is about to end is recorded, because the notice mentions it.
    await settle(userId);
    await sync.customersOf(userId);
    for (const customer of await stripeCustomersRepository(database).ofUser(userId)) {
      await stripe.deleteCustomer(customer);
    }
  };
