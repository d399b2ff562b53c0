import { stripeSubscriptionsRepository } from '../../store/stripe-subscriptions.repository.ts';
import type { Clock } from '../clock.ts';
import { storeSubscriptionsOf } from '../stores/store-subscriptions.ts';
import type { FindSubscriptions } from './known-subscription.ts';

/** From our rows: what Stripe last told of a user, and what RevenueCat did. */
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
        startedAt: null,
        stripe: null,
      })),
    ];
  };
