import { sql } from 'kysely';
import { type Database, defineStatement, type Gaps, nextOf } from '../db/database.ts';
import type { StoreTables } from '../db/tables.ts';
import type { Price, Store, SubscriptionStatus } from '../../src/contracts/calls/subscription.ts';
import type { Language } from '../../src/contracts/language.ts';

export const stripeCustomersRepository = (database: Database) => ({
  /** Returns a number for a new read, larger than every earlier one. */
  nextRead: (): Promise<number> => nextOf(database, 'stripe_reads'),

  ownerOf: async (id: string): Promise<string | null> => {
    const row = await database.selectFrom('stripe_customers').select('user_id').where('id', '=', id).executeTakeFirst();
    return row?.user_id ?? null;
  },

  ofUser: async (userId: string): Promise<string[]> => {
    const rows = await database
      .selectFrom('stripe_customers')
      .select('id')
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute();
    return rows.map(({ id }) => id);
  },

  /** Records a read as the current one. @returns false, without a change, when a newer one was recorded already. */
  applyRead: async (id: string, userId: string, read: number): Promise<boolean> => {
    const row = await database
      .insertInto('stripe_customers')
      .values({ id, user_id: userId, applied_read: read })
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet({ applied_read: read }).where('stripe_customers.applied_read', '<', read),
      )
      .returning('id')
      .executeTakeFirst();
    return row !== undefined;
  },
});

/** A stored Stripe subscription. */
export type StripeSubscriptionRow = {
  id: string;
  customerId: string;
  status: SubscriptionStatus;
  currentPeriodEnd: Date | null;
  cancelAtPeriodEnd: boolean;
  price: Price | null;
  /** The discount of the next payment: what it costs, and when the discount ends; null at the whole price. */
  discount: { amount: number; until: Date | null } | null;
  /** The payment that failed: what it costs, and when the card is tried again; null when no payment is due. */
  due: { amount: number; next: Date | null } | null;
  /** The end of the free trial; null without one. */
  trialEnd: Date | null;
  createdAt: Date;
};

const subscriptionsOfUser = defineStatement('subscriptions', (on, gap: Gaps<{ userId: string }>) =>
  on
    .selectFrom('stripe_subscriptions as subscription')
    .innerJoin('stripe_customers as customer', 'customer.id', 'subscription.customer_id')
    .select([
      'subscription.id as id',
      'customer_id as customerId',
      'status',
      'current_period_end as currentPeriodEnd',
      'cancel_at_period_end as cancelAtPeriodEnd',
      'price_amount as amount',
      'price_currency as currency',
      'price_interval as interval',
      'price_interval_count as intervalCount',
      'discount_amount',
      'discount_end',
      'due_amount',
      'due_next',
      'trial_end as trialEnd',
      'created_at as createdAt',
    ])
    .where('customer.user_id', '=', gap('userId'))
    .orderBy('subscription.id')
    .compile(),
);

export const stripeSubscriptionsRepository = (database: Database) => ({
  ofUser: async (userId: string): Promise<StripeSubscriptionRow[]> => {
    const { rows } = await subscriptionsOfUser(database, { userId });
    return rows.map((found) => {
      const { amount, currency, interval, intervalCount, discount_amount, discount_end, due_amount, due_next, ...row } =
        found;
      const isPriced = amount !== null && currency !== null && interval !== null && intervalCount !== null;
      return {
        ...row,
        price: isPriced ? { amount, currency, interval, intervalCount } : null,
        discount: discount_amount === null ? null : { amount: discount_amount, until: discount_end },
        due: due_amount === null ? null : { amount: due_amount, next: due_next },
      };
    });
  },

  /** Replaces all subscriptions of the customer. */
  replaceOf: async (customerId: string, subscriptions: readonly StripeSubscriptionRow[]): Promise<void> => {
    await database.deleteFrom('stripe_subscriptions').where('customer_id', '=', customerId).execute();
    if (subscriptions.length === 0) return;
    await database
      .insertInto('stripe_subscriptions')
      .values(
        subscriptions.map(({ price, discount, due, ...row }) => ({
          id: row.id,
          customer_id: customerId,
          status: row.status,
          current_period_end: row.currentPeriodEnd,
          cancel_at_period_end: row.cancelAtPeriodEnd,
          price_amount: price?.amount ?? null,
          price_currency: price?.currency ?? null,
          price_interval: price?.interval ?? null,
          price_interval_count: price?.intervalCount ?? null,
          discount_amount: discount?.amount ?? null,
          discount_end: discount?.until ?? null,
          due_amount: due?.amount ?? null,
          due_next: due?.next ?? null,
          trial_end: row.trialEnd,
          created_at: row.createdAt,
        })),
      )
      .execute();
  },

  /** Returns customers with a subscription that should have been renewed or ended before this moment. */
  customersOverdue: async (moment: Date): Promise<string[]> => {
    const found = await database
      .selectFrom('stripe_subscriptions')
      .select('customer_id')
      .distinct()
      .where('status', '<>', 'ended')
      .where('current_period_end', '<', moment)
      .execute();
    return found.map((row) => row.customer_id);
  },
});

export type CheckoutRow = {
  attempt: string;
  language: Language;
  coupon: string | null;
  startedAt: Date;
  sessionId: string | null;
};

export const checkoutsRepository = (database: Database) => ({
  ofUser: async (userId: string): Promise<CheckoutRow | null> => {
    const row = await database
      .selectFrom('checkouts')
      .select(['attempt', 'language', 'coupon', 'started_at as startedAt', 'session_id as sessionId'])
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return row ?? null;
  },

  /** Stores an attempt and replaces the user's earlier one. */
  start: async (userId: string, { startedAt, ...started }: Omit<CheckoutRow, 'sessionId'>): Promise<void> => {
    const row = { ...started, started_at: startedAt, session_id: null };
    await database
      .insertInto('checkouts')
      .values({ user_id: userId, ...row })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
      .execute();
  },

  /** @returns false when another attempt has replaced this one since. */
  opened: async (userId: string, attempt: string, sessionId: string): Promise<boolean> => {
    const result = await database
      .updateTable('checkouts')
      .set({ session_id: sessionId })
      .where('user_id', '=', userId)
      .where('attempt', '=', attempt)
      .executeTakeFirst();
    return result.numUpdatedRows > 0n;
  },

  /** Removes the checkout unless it was replaced since. */
  remove: async (userId: string, seen: Pick<CheckoutRow, 'attempt' | 'sessionId'>): Promise<void> => {
    await database
      .deleteFrom('checkouts')
      .where('user_id', '=', userId)
      .where('attempt', '=', seen.attempt)
      .where('session_id', 'is not distinct from', seen.sessionId)
      .execute();
  },

  /** Returns users whose checkout was opened before this moment and has no recorded result. */
  usersOpenedBefore: async (moment: Date): Promise<string[]> => {
    const rows = await database
      .selectFrom('checkouts')
      .select('user_id')
      .where('session_id', 'is not', null)
      .where('started_at', '<', moment)
      .execute();
    return rows.map((row) => row.user_id);
  },
});

type StoreRow = StoreTables['store_subscriptions'];

/** A subscription that a subscriber of RevenueCat has, as it was last read. */
export type StoreSubscriptionRow = {
  product: string;
  store: StoreRow['store'];
  status: StoreRow['status'];
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
  nextRead: (): Promise<number> => nextOf(database, 'store_reads'),

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

export type SubscriptionCount = { store: Store; status: SubscriptionStatus; count: number };

/** Counts all subscriptions. It reads both tables, which takes time with many rows. */
export const countSubscriptions = async (database: Database): Promise<SubscriptionCount[]> => {
  const { rows } = await sql<SubscriptionCount>`
    select 'stripe' as store, status, count(*) as count from stripe_subscriptions group by status
    union all
    select store, status, count(*) from store_subscriptions where member_until > now() group by store, status
  `.execute(database);
  return rows;
};
