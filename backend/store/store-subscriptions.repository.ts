import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import type { AppStore, StoreTables } from '../db/store-tables.ts';

/** What RevenueCat last told of one subscription. */
export type StoreSubscription = {
  store: AppStore;
  /** The store's original transaction. */
  subscription: string;
  /** Every name that RevenueCat knows its owner by; a portal user's id or PlayFab id may be among them. */
  appUserIds: string[];
  status: StoreTables['store_subscriptions']['status'];
  periodEnd: Date;
  /** Past this moment it is over, also when nobody tells us so. */
  memberUntil: Date;
  renews: boolean;
  toldAt: Date;
};

const columns = [
  'store',
  'subscription',
  'app_user_ids as appUserIds',
  'status',
  'period_end as periodEnd',
  'member_until as memberUntil',
  'renews',
  'told_at as toldAt',
] as const;

const ownedBy = (ids: string[]) => sql<boolean>`app_user_ids && ${ids}::text[]`;

export const storeSubscriptionsRepository = (database: Database) => ({
  /** What was told earlier than the row that is there changes nothing. */
  tell: async (told: StoreSubscription): Promise<void> => {
    const row = {
      app_user_ids: told.appUserIds,
      status: told.status,
      period_end: told.periodEnd,
      member_until: told.memberUntil,
      renews: told.renews,
      told_at: told.toldAt,
    };
    await database
      .insertInto('store_subscriptions')
      .values({ store: told.store, subscription: told.subscription, ...row })
      .onConflict((conflict) =>
        conflict
          .columns(['store', 'subscription'])
          .doUpdateSet(row)
          .where('store_subscriptions.told_at', '<', told.toldAt),
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

  /** What these names had when it was last told, earlier than this; with a store only what was bought there. */
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

  removeEndedBefore: async (time: Date): Promise<number> => {
    const result = await database.deleteFrom('store_subscriptions').where('member_until', '<', time).executeTakeFirst();
    return Number(result.numDeletedRows);
  },
});
