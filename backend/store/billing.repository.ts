import { sql } from 'kysely';
import { type Database, defineStatement, type Gaps, nextOf } from '../db/database.ts';
import type { Row } from '../db/tables.ts';
import type { Price, Store, SubscriptionStatus } from '../../src/contracts/calls/subscription.ts';

export const stripeCustomersRepository = (database: Database) => ({
  /** Returns a number for a new read, larger than every earlier one. */
  nextRead: (): Promise<number> => nextOf(database, 'stripe_reads'),

  ownerOf: async (id: string): Promise<string | null> => {
    const row = await database.selectFrom('stripe_customers').select('userId').where('id', '=', id).executeTakeFirst();
    return row?.userId ?? null;
  },

  ofUser: async (userId: string): Promise<string[]> => {
    const customers = database.selectFrom('stripe_customers').select('id').where('userId', '=', userId);
    return (await customers.orderBy('id').execute()).map(({ id }) => id);
  },

  /** Records a read as the current one. @returns false, without a change, when a newer one was recorded already. */
  applyRead: async (id: string, userId: string, appliedRead: number): Promise<boolean> => {
    const row = await database
      .insertInto('stripe_customers')
      .values({ id, userId, appliedRead })
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet({ appliedRead }).where('stripe_customers.appliedRead', '<', appliedRead),
      )
      .returning('id')
      .executeTakeFirst();
    return row !== undefined;
  },
});

/** A stored Stripe subscription. */
export type StripeSubscriptionRow = Row<
  'stripe_subscriptions',
  ['id', 'customerId', 'status', 'currentPeriodEnd', 'cancelAtPeriodEnd', 'trialEnd', 'createdAt']
> & {
  price: Price | null;
  /** The discount of the next payment: what it costs, and when the discount ends; null at the whole price. */
  discount: { amount: number; until: Date | null } | null;
  /** The payment that failed: what it costs, and when the card is tried again; null when no payment is due. */
  due: { amount: number; next: Date | null } | null;
};

const subscriptionsOfUser = defineStatement('subscriptions', (on, gap: Gaps<{ userId: string }>) =>
  on
    .selectFrom('stripe_subscriptions as subscription')
    .innerJoin('stripe_customers as customer', 'customer.id', 'subscription.customerId')
    .select([
      'subscription.id',
      'customerId',
      'status',
      'currentPeriodEnd',
      'cancelAtPeriodEnd',
      'priceAmount',
      'priceCurrency',
      'priceInterval',
      'priceIntervalCount',
      'discountAmount',
      'discountEnd',
      'dueAmount',
      'dueNext',
      'trialEnd',
      'createdAt',
    ])
    .where('customer.userId', '=', gap('userId'))
    .orderBy('subscription.id')
    .compile(),
);

export const stripeSubscriptionsRepository = (database: Database) => ({
  ofUser: async (userId: string): Promise<StripeSubscriptionRow[]> =>
    (await subscriptionsOfUser(database, { userId })).rows.map((found) => {
      const { priceAmount: amount, priceCurrency: currency, priceInterval: interval, ...rest } = found;
      const { priceIntervalCount: intervalCount, discountAmount, discountEnd, dueAmount, dueNext, ...row } = rest;
      const isPriced = amount !== null && currency !== null && interval !== null && intervalCount !== null;
      return {
        ...row,
        price: isPriced ? { amount, currency, interval, intervalCount } : null,
        discount: discountAmount === null ? null : { amount: discountAmount, until: discountEnd },
        due: dueAmount === null ? null : { amount: dueAmount, next: dueNext },
      };
    }),

  /** Replaces all subscriptions of the customer. */
  replaceOf: async (customerId: string, subscriptions: readonly StripeSubscriptionRow[]): Promise<void> => {
    await database.deleteFrom('stripe_subscriptions').where('customerId', '=', customerId).execute();
    if (subscriptions.length === 0) return;
    await database
      .insertInto('stripe_subscriptions')
      .values(
        subscriptions.map(({ price, discount, due, ...row }) => ({
          id: row.id,
          customerId,
          status: row.status,
          currentPeriodEnd: row.currentPeriodEnd,
          cancelAtPeriodEnd: row.cancelAtPeriodEnd,
          priceAmount: price?.amount ?? null,
          priceCurrency: price?.currency ?? null,
          priceInterval: price?.interval ?? null,
          priceIntervalCount: price?.intervalCount ?? null,
          discountAmount: discount?.amount ?? null,
          discountEnd: discount?.until ?? null,
          dueAmount: due?.amount ?? null,
          dueNext: due?.next ?? null,
          trialEnd: row.trialEnd,
          createdAt: row.createdAt,
        })),
      )
      .execute();
  },

  /** Returns customers with a subscription that should have been renewed or ended before this moment. */
  customersOverdue: async (moment: Date): Promise<string[]> => {
    const found = await database
      .selectFrom('stripe_subscriptions')
      .select('customerId')
      .distinct()
      .where('status', '<>', 'ended')
      .where('currentPeriodEnd', '<', moment)
      .execute();
    return found.map(({ customerId }) => customerId);
  },
});

const checkoutColumns = ['attempt', 'language', 'coupon', 'startedAt', 'sessionId'] as const;
export type CheckoutRow = Row<'checkouts', typeof checkoutColumns>;

export const checkoutsRepository = (database: Database) => ({
  ofUser: async (userId: string): Promise<CheckoutRow | null> => {
    const checkouts = database.selectFrom('checkouts').select(checkoutColumns);
    return (await checkouts.where('userId', '=', userId).executeTakeFirst()) ?? null;
  },

  /** Stores an attempt and replaces the user's earlier one. */
  start: async (userId: string, started: Omit<CheckoutRow, 'sessionId'>): Promise<void> => {
    const row = { ...started, sessionId: null };
    await database
      .insertInto('checkouts')
      .values({ userId, ...row })
      .onConflict((conflict) => conflict.column('userId').doUpdateSet(row))
      .execute();
  },

  /** @returns false when another attempt has replaced this one since. */
  opened: async (userId: string, attempt: string, sessionId: string): Promise<boolean> => {
    const result = await database
      .updateTable('checkouts')
      .set({ sessionId })
      .where('userId', '=', userId)
      .where('attempt', '=', attempt)
      .executeTakeFirst();
    return result.numUpdatedRows > 0n;
  },

  /** Removes the checkout unless it was replaced since. */
  remove: async (userId: string, seen: Pick<CheckoutRow, 'attempt' | 'sessionId'>): Promise<void> => {
    await database
      .deleteFrom('checkouts')
      .where('userId', '=', userId)
      .where('attempt', '=', seen.attempt)
      .where('sessionId', 'is not distinct from', seen.sessionId)
      .execute();
  },

  /** Returns users whose checkout was opened before this moment and has no recorded result. */
  usersOpenedBefore: async (moment: Date): Promise<string[]> => {
    const opened = database.selectFrom('checkouts').select('userId').where('sessionId', 'is not', null);
    return (await opened.where('startedAt', '<', moment).execute()).map(({ userId }) => userId);
  },
});

const boughtColumns = ['product', 'store', 'status', 'periodEnd', 'memberUntil', 'renews'] as const;
/** A subscription that a subscriber of RevenueCat has, as it was last read. */
export type StoreSubscriptionRow = Row<'store_subscriptions', typeof boughtColumns>;

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
    .select(boughtColumns)
    .where('users.id', '=', gap('userId'))
    .orderBy('product')
    .compile(),
);

export const storeSubscriptionsRepository = (database: Database) => ({
  /** Lets no one else store a reading until the transaction ends; reads of the table are not blocked. */
  lock: (): Promise<unknown> => sql`lock table store_subscribers in exclusive mode`.execute(database),

  /** Returns a number for a new reading, larger than every earlier one. */
  nextRead: (): Promise<number> => nextOf(database, 'store_reads'),

  /** Replaces what a subscriber has. A reading that began before the stored one changes nothing. */
  replace: async ({ appUserId, read, subscriptions }: StoreReading, now: Date): Promise<void> => {
    const ends = Math.max(now.getTime(), ...subscriptions.map(({ memberUntil }) => memberUntil.getTime()));
    const subscriber = { appliedRead: read, endsAt: new Date(ends) };
    const applied = await database
      .insertInto('store_subscribers')
      .values({ appUserId, ...subscriber })
      .onConflict((conflict) =>
        conflict.column('appUserId').doUpdateSet(subscriber).where('store_subscribers.appliedRead', '<', read),
      )
      .returning('appUserId')
      .executeTakeFirst();
    if (applied === undefined) return;
    await database.deleteFrom('store_subscriptions').where('appUserId', '=', appUserId).execute();
    const rows = subscriptions.map((one) => ({ ...one, appUserId }));
    if (rows.length > 0) await database.insertInto('store_subscriptions').values(rows).execute();
  },

  ofUser: async (userId: string): Promise<StoreSubscriptionRow[]> => (await boughtBy(database, { userId })).rows,

  removeOf: (names: string[]): Promise<unknown> =>
    database.deleteFrom('store_subscribers').where('appUserId', 'in', names).execute(),
});

/** Counts all subscriptions. It reads both tables, which takes time with many rows. */
export const countSubscriptions = async (database: Database) => {
  const { rows } = await sql<{ store: Store; status: SubscriptionStatus; count: number }>`
    select 'stripe' as store, status, count(*) as count from stripe_subscriptions group by status
    union all
    select store, status, count(*) from store_subscriptions where member_until > now() group by store, status
  `.execute(database);
  return rows;
};
