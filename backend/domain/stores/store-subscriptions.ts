import type { Subscription } from '../../../src/contracts/subscription.ts';
import type { Database } from '../../db/database.ts';
import { type StoreSubscription, storeSubscriptionsRepository } from '../../store/store-subscriptions.repository.ts';

const asOf = (now: Date, { store, status, periodEnd, memberUntil, renews }: StoreSubscription): Subscription => {
  const isOver = status === 'ended' || memberUntil <= now;
  return {
    store,
    status: isOver ? 'ended' : status,
    currentPeriodEnd: periodEnd.toISOString(),
    cancelAtPeriodEnd: !isOver && !renews,
    price: null,
  };
};

/**
 * Returns what a user has bought in app stores, including ended subscriptions. The user's id or PlayFab id is among
 * RevenueCat's names of the buyer. A subscription past its end counts as ended even without an event.
 */
export const storeSubscriptionsOf = async (database: Database, userId: string, now: Date): Promise<Subscription[]> =>
  (await storeSubscriptionsRepository(database).ofUser(userId)).map((bought) => asOf(now, bought));
