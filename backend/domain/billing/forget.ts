import { checkoutsRepository } from '../../store/checkouts.repository.ts';
import { stripeCustomersRepository } from '../../store/stripe-customers.repository.ts';
import type { BillingDependencies } from './settings.ts';

/**
 * Ends all that Stripe has of a user: nobody can pay any more, every subscription ends now, and Stripe forgets the
 * person. Call it after the deletion was recorded; from then on no payment page is opened. Repeatable: each step is
 * none where it was done, and our rows stay until the user's go.
 * @throws StripeUnavailable, and then it is to be called again.
 */
export const createForget =
  ({ database, stripe }: Pick<BillingDependencies, 'database' | 'stripe'>) =>
  async (userId: string): Promise<void> => {
    const sessionId = (await checkoutsRepository(database).ofUser(userId))?.sessionId ?? null;
    const customers = new Set(await stripeCustomersRepository(database).ofUser(userId));
    if (sessionId !== null) {
      await stripe.expireCheckout(sessionId);
      // Paid while they were leaving, and perhaps not told to us yet.
      const checkout = await stripe.checkout(sessionId);
      if (checkout?.status === 'complete' && checkout.customerId !== null) customers.add(checkout.customerId);
    }
    for (const customer of customers) await stripe.deleteCustomer(customer);
  };
