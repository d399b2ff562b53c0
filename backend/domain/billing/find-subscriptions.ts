import { stripeSubscriptionsRepository } from '../../store/stripe-subscriptions.repository.ts';
import type { Clock } from '../clock.ts';
import { storeSubscriptionsOf } from '../stores/store-subscriptions.ts';
import type { FindSubscriptions } from './known-subscription.ts';

/** Creates a reader of a user's subscriptions in our rows: the last known state from Stripe and from RevenueCat. */
export const createFindSubscriptions =
  (clock: Clock): FindSubscriptions =>
  async (database, userId) => {
    const sold = await stripeSubscriptionsRepository(database).ofUser(userId);
    const bought = await storeSubscriptionsOf(database, userId, clock.now());
    return [
      ...sold.map(({ id, customerId, createdAt, ...row }) => ({
        ...row,
        store: 'stripe' as const,
        startedAt: createdAt,
        stripe: { id, customerId },
      })),
      ...bought.map(({ currentPeriodEnd, ...row }) => ({
        ...row,
        currentPeriodEnd: currentPeriodEnd === null ? null : new Date(currentPeriodEnd),
        discount: null,
        startedAt: null,
        trialEnd: null,
        stripe: null,
      })),
    ];
  };
