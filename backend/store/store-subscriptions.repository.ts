import { sql } from 'kysely';
import { type Database, defineStatement, type Gaps } from '../db/database.ts';
import type { StoreTables } from '../db/tables.ts';

type Row = StoreTables['store_subscriptions'];

/** A subscription that a subscriber of RevenueCat has, as it was last read. */
export type StoreSubscriptionRow = {
  product: string;
  store: Row['store'];
  status: Row['status'];
  periodEnd: Date;
  memberUntil: Date;
  renews: boolean;
};

/** What one reading of a subscriber gave. */
export type StoreReading = {
  /** RevenueCat's name of the subscriber: a portal user's id or PlayFab id. */
  appUserId: string;
  /** The number of the reading, of `nextRead`. */
  read: number;
  subscriptions: readonly StoreSubscriptionRow[];
};

const boughtBy = defineStatement('store subscriptions', (on, gap: Gaps<{ userId: string }>) =>
  on
    .selectFrom('store_subscriptions')
    .innerJoin('users', (join) => join.on(sql<boolean>`app_user_id in (users.id, users.playfab_id)`))
    .select(['product', 'store', 'status', 'period_end as periodEnd', 'member_until as memberUntil', 'renews'])
    .where('users.id', '=', gap('userId'))
    .orderBy('product')
    .compile(),
);

export const storeSubscriptionsRepository = (database: Database) => ({
  /** Lets no one else store a reading until the transaction ends; reads of the table are not blocked. */
  lock: async (): Promise<void> => {
    await sql`lock table store_subscribers in exclusive mode`.execute(database);
  },

  /** Returns a number for a new reading, larger than every earlier one. */
  nextRead: async (): Promise<number> => {
    const { rows } = await sql<{ read: number }>`select nextval('store_reads') as read`.execute(database);
    const read = rows[0]?.read;
    if (read === undefined) throw new Error('the sequence store_reads gave nothing');
    return read;
  },

  /** Replaces what a subscriber has. A reading that began before the stored one changes nothing. */
  replace: async ({ appUserId, read, subscriptions }: StoreReading, now: Date): Promise<void> => {
    const ends = Math.max(now.getTime(), ...subscriptions.map(({ memberUntil }) => memberUntil.getTime()));
    const subscriber = { applied_read: read, ends_at: new Date(ends) };
    const applied = await database
      .insertInto('store_subscribers')
      .values({ app_user_id: appUserId, ...subscriber })
      .onConflict((conflict) =>
        conflict.column('app_user_id').doUpdateSet(subscriber).where('store_subscribers.applied_read', '<', read),
      )
      .returning('app_user_id')
      .executeTakeFirst();
    if (applied === undefined) return;
    await database.deleteFrom('store_subscriptions').where('app_user_id', '=', appUserId).execute();
    const rows = subscriptions.map(({ product, store, status, periodEnd, memberUntil, renews }) => ({
      app_user_id: appUserId,
      product,
      store,
      status,
      period_end: periodEnd,
      member_until: memberUntil,
      renews,
    }));
    if (rows.length > 0) await database.insertInto('store_subscriptions').values(rows).execute();
  },

  ofUser: async (userId: string): Promise<StoreSubscriptionRow[]> => (await boughtBy(database, { userId })).rows,

  removeOf: async (names: string[]): Promise<void> => {
    await database.deleteFrom('store_subscribers').where('app_user_id', 'in', names).execute();
  },
});
