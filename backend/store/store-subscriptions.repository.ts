import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import type { AppStore, StoreTables } from '../db/store-tables.ts';

/** The last state of a subscription that RevenueCat reported. */
export type StoreSubscription = {
  store: AppStore;
  /** The store's original transaction. */
  subscription: string;
  /** Every name of the owner at RevenueCat; a portal user's id or PlayFab id may be among them. */
  appUserIds: string[];
  status: StoreTables['store_subscriptions']['status'];
  periodEnd: Date;
  /** The subscription is over after this moment, even without an event. */
  memberUntil: Date;
  renews: boolean;
  reportedAt: Date;
};

const columns = [
  'store',
  'subscription',
  'app_user_ids as appUserIds',
  'status',
  'period_end as periodEnd',
  'member_until as memberUntil',
  'renews',
  'told_at as reportedAt',
] as const;

const ownedBy = (ids: string[]) => sql<boolean>`app_user_ids && ${ids}::text[]`;

export const storeSubscriptionsRepository = (database: Database) => ({
  /** Stores a state. An event that is older than the stored row changes nothing. */
  save: async (reported: StoreSubscription): Promise<void> => {
    const row = {
      app_user_ids: reported.appUserIds,
      status: reported.status,
      period_end: reported.periodEnd,
      member_until: reported.memberUntil,
      renews: reported.renews,
      told_at: reported.reportedAt,
    };
    await database
      .insertInto('store_subscriptions')
      .values({ store: reported.store, subscription: reported.subscription, ...row })
      .onConflict((conflict) =>
        conflict
          .columns(['store', 'subscription'])
          .doUpdateSet(row)
          .where('store_subscriptions.told_at', '<', reported.reportedAt),
      )
      .execute();
  },

  ofUser: (userId: string): Promise<StoreSubscription[]> =>
    database
      .selectFrom('store_subscriptions')
      .innerJoin('users', (join) => join.on(sql<boolean>`app_user_ids && array[users.id, users.playfab_id]`))
      .select(columns)
      .where('users.id', '=', userId)
      .execute(),

  /**
   * Returns the subscriptions of these names whose last event is older than this moment; with a store, only purchases
   * there.
   */
  ownedBefore: (ids: string[], store: AppStore | null, before: Date): Promise<StoreSubscription[]> =>
    database
      .selectFrom('store_subscriptions')
      .select(columns)
      .where(ownedBy(ids))
      .where('told_at', '<', before)
      .where((is) => (store === null ? is.val(true) : is('store', '=', store)))
      .execute(),

  give: async ({ store, subscription }: StoreSubscription, appUserIds: string[]): Promise<void> => {
    await database
      .updateTable('store_subscriptions')
      .set({ app_user_ids: appUserIds })
      .where('store', '=', store)
      .where('subscription', '=', subscription)
      .execute();
  },

  removeOf: async (ids: string[]): Promise<void> => {
    await database.deleteFrom('store_subscriptions').where(ownedBy(ids)).execute();
  },
});
