import { checkoutsRepository } from '../../store/checkouts.repository.ts';
import { stripeCustomersRepository } from '../../store/stripe-customers.repository.ts';
import type { SettleCheckout } from './open-checkout.ts';
import type { BillingDependencies } from './settings.ts';
import type { Sync } from './sync.ts';

/**
 * Ends all that Stripe has of a user: nobody can pay any more, every subscription ends now, and Stripe forgets the
 * person. Call it after the deletion was recorded; from then on no payment page is opened. Repeatable: each step is
 * none where it was done, and our rows stay until the user's go.
 * @throws StripeUnavailable, and then it is to be called again.
 */
export const createForget =
  ({ database, stripe }: Pick<BillingDependencies, 'database' | 'stripe'>, sync: Sync, settle: SettleCheckout) =>
  async (userId: string): Promise<void> => {
    const sessionId = (await checkoutsRepository(database).ofUser(userId))?.sessionId ?? null;
    if (sessionId !== null) await stripe.expireCheckout(sessionId);
    // What was paid while they were leaving ends here; and what is about to end is noted, for the notice tells of it.
    await settle(userId);
    await sync.customersOf(userId);
    for (const customer of await stripeCustomersRepository(database).ofUser(userId)) {
      await stripe.deleteCustomer(customer);
    }
  };
