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
 * What a user has bought in app stores, ended ones too: the user's id or PlayFab id is among the names that RevenueCat
 * has for the buyer. Past its end a subscription has ended whether or not anybody told us so.
 */
export const storeSubscriptionsOf = async (database: Database, userId: string, now: Date): Promise<Subscription[]> =>
  (await storeSubscriptionsRepository(database).ofUser(userId)).map((bought) => asOf(now, bought));
