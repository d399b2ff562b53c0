import { sql } from 'kysely';
import { z } from 'zod';
import {
  countRows,
  type Database,
  defineStatement,
  firstOf,
  type Gaps,
  insertMissing,
  nextOf,
} from '../db/database.ts';
import type { Row, Tables } from '../db/tables.ts';
import type { Language } from '../../src/contracts/language.ts';
import { priceIntervals, type Store, type SubscriptionStatus } from '../../src/contracts/calls/subscription.ts';

export const stripeCustomersRepository = (database: Database) => ({
  /** Returns a number for a new read, larger than every earlier one. */
  nextRead: (): Promise<number> => nextOf(database, 'stripe_reads'),

  ownerOf: async (id: string): Promise<string | null> =>
    (await firstOf(database.selectFrom('stripe_customers').select('userId').where('id', '=', id)))?.userId ?? null,

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

/**
 * What was read of a subscription and is only shown. `discount`: what the next payment costs, and until when; `due`:
 * the payment that failed, and when the card is tried again; `next`: the next payment; `pause`: until when none is
 * collected;
 * `wasDiscounted`: whether the current period cost less than the whole price; `movedIn`: whether it began elsewhere.
 */
export const shownDetails = z.object({
  price: z
    .object({ amount: z.int(), currency: z.string(), interval: z.enum(priceIntervals), intervalCount: z.int() })
    .nullable(),
  discount: z.object({ amount: z.int(), until: z.coerce.date().nullable() }).nullable(),
  due: z.object({ amount: z.int(), next: z.coerce.date().nullable() }).nullable(),
  next: z.object({ amount: z.int(), currency: z.string(), at: z.coerce.date() }).nullable(),
  pause: z.object({ until: z.coerce.date().nullable() }).nullable(),
  isUnpaid: z.boolean(),
  wasDiscounted: z.boolean(),
  scheduleId: z.string().nullable(),
  movedIn: z.boolean(),
});

const ownColumns = ['customerId', 'status', 'currentPeriodEnd', 'endsAt', 'endedAt', 'trialEnd', 'createdAt'] as const;
/** A stored Stripe subscription. */
export type StripeSubscriptionRow = Row<'stripe_subscriptions', readonly ['id', ...typeof ownColumns]> &
  z.output<typeof shownDetails>;

const subscriptionsOfUser = defineStatement('subscriptions', (on, gap: Gaps<{ userId: string }>) =>
  on
    .selectFrom('stripe_subscriptions as subscription')
    .innerJoin('stripe_customers as customer', 'customer.id', 'subscription.customerId')
    .select(['subscription.id', ...ownColumns, 'details'])
    .where('customer.userId', '=', gap('userId'))
    .orderBy('subscription.id')
    .compile(),
);

const withDetails = <R extends { details: unknown }>({ details: stored, ...row }: R) => ({
  ...row,
  ...shownDetails.parse(stored),
});

export const stripeSubscriptionsRepository = (database: Database) => ({
  ofUser: async (userId: string): Promise<StripeSubscriptionRow[]> =>
    (await subscriptionsOfUser(database, { userId })).rows.map(withDetails),

  /** Returns some subscriptions. */
  some: async (ids: string[]): Promise<StripeSubscriptionRow[]> => {
    if (ids.length === 0) return [];
    const found = database.selectFrom('stripe_subscriptions').select(['id', ...ownColumns, 'details']);
    return (await found.where('id', 'in', ids).execute()).map(withDetails);
  },

  /** Replaces all subscriptions of the customer. */
  replaceOf: async (
    customerId: string,
    subscriptions: readonly StripeSubscriptionRow[],
    checkedAt: Date,
  ): Promise<void> => {
    await database.deleteFrom('stripe_subscriptions').where('customerId', '=', customerId).execute();
    if (subscriptions.length === 0) return;
    const rows = subscriptions.map((row) => {
      const { id, status, currentPeriodEnd, endsAt, endedAt, trialEnd, createdAt } = row;
      const own = { id, customerId, status, currentPeriodEnd, endsAt, endedAt, trialEnd, createdAt };
      return { ...own, details: JSON.stringify(shownDetails.parse(row)), checkedAt };
    });
    await database.insertInto('stripe_subscriptions').values(rows).execute();
  },

  /** Records that Stripe agrees with these rows. */
  markChecked: async (ids: string[], checkedAt: Date): Promise<void> => {
    if (ids.length > 0)
      await database.updateTable('stripe_subscriptions').set({ checkedAt }).where('id', 'in', ids).execute();
  },

  /**
   * Returns customers with a live subscription whose period ended, or that was last compared with Stripe, before a
   * moment.
   */
  liveCustomers: async (column: 'currentPeriodEnd' | 'checkedAt', moment: Date): Promise<string[]> => {
    const found = database.selectFrom('stripe_subscriptions').select('customerId').distinct();
    const live = found.where('status', '<>', 'ended').where(column, '<', moment);
    return (await live.execute()).map(({ customerId }) => customerId);
  },
});

type Notice = Omit<Tables['notices'], 'sent'>;

/** Mails that are promised once for a date. */
export const noticesRepository = (database: Database) => ({
  /** Promises a mail about a later date. Nothing changes when it was promised or sent before. */
  promise: async (notices: Notice[]): Promise<void> => {
    if (notices.length === 0) return;
    const rows = notices.map((notice) => ({ ...notice, sent: false }));
    await insertMissing(database, 'notices', rows).execute();
  },

  /** Records a mail in the transaction that adds it. @returns false when it was recorded before */
  record: async (notice: Notice): Promise<boolean> => {
    const added = database
      .insertInto('notices')
      .values({ ...notice, sent: true })
      .onConflict((conflict) =>
        conflict.columns(['subject', 'kind', 'about']).doUpdateSet({ sent: true }).where('notices.sent', '=', false),
      );
    return (await added.returning('subject').executeTakeFirst()) !== undefined;
  },

  /** Returns promised mails about a date between two moments, whose membership goes on until that date. */
  due: (kind: string, now: Date, before: Date): Promise<{ userId: string; subject: string }[]> =>
    database
      .selectFrom('notices')
      .innerJoin('stripe_subscriptions', 'id', 'subject')
      .select(['userId', 'subject'])
      .where('kind', '=', kind)
      .where('sent', '=', false)
      .where('about', '>', now)
      .where('about', '<=', before)
      .where('status', 'in', ['trialing', 'active'])
      .where(({ or, eb }) => or([eb('endsAt', 'is', null), eb('endsAt', '>', eb.ref('about'))]))
      .execute(),
});

export type RefundRow = Row<'refunds', ['id', 'userId', 'payment', 'status']>;

/** The refunds that were asked for. */
export const refundsRepository = (database: Database) => ({
  find: (id: string): Promise<RefundRow | null> =>
    firstOf(database.selectFrom('refunds').select(['id', 'userId', 'payment', 'status']).where('id', '=', id)),

  /** Stores a refund, or its new status. */
  keep: (refund: RefundRow, askedAt: Date): Promise<unknown> =>
    database
      .insertInto('refunds')
      .values({ ...refund, askedAt })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ status: refund.status }))
      .execute(),

  /** Keeps the address of a deleted account until the money is back, and forgets the refunds that were made. */
  keepAddress: async (userId: string, email: string | null, language: Language): Promise<void> => {
    await database.deleteFrom('refunds').where('userId', '=', userId).where('status', '=', 'succeeded').execute();
    await database.updateTable('refunds').set({ email, language, userId: null }).where('userId', '=', userId).execute();
  },

  /** Forgets a refund that was made for a deleted account. */
  forget: (id: string): Promise<unknown> =>
    database.deleteFrom('refunds').where('id', '=', id).where('userId', 'is', null).execute(),

  /** Returns the refunds that were asked for since a moment, or are not made: also one that was made may fail later. */
  openSince: async (moment: Date): Promise<string[]> => {
    const found = database.selectFrom('refunds').select('id');
    const open = found.where(({ or, eb }) => or([eb('status', '<>', 'succeeded'), eb('askedAt', '>', moment)]));
    return (await open.execute()).map(({ id }) => id);
  },
});

const checkoutColumns = ['attempt', 'language', 'coupon', 'startedAt', 'sessionId'] as const;
export type CheckoutRow = Row<'checkouts', typeof checkoutColumns>;

export const checkoutsRepository = (database: Database) => ({
  ofUser: (userId: string): Promise<CheckoutRow | null> =>
    firstOf(database.selectFrom('checkouts').select(checkoutColumns).where('userId', '=', userId)),

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
    const checkout = database.updateTable('checkouts').set({ sessionId }).where('userId', '=', userId);
    return (await countRows(checkout.where('attempt', '=', attempt))) > 0;
  },

  /** Removes the checkout unless it was replaced since. */
  remove: (userId: string, seen: Pick<CheckoutRow, 'attempt' | 'sessionId'>): Promise<unknown> =>
    database
      .deleteFrom('checkouts')
      .where('userId', '=', userId)
      .where('attempt', '=', seen.attempt)
      .where('sessionId', 'is not distinct from', seen.sessionId)
      .execute(),

  /** Returns users whose checkout was opened before this moment and has no recorded result. */
  usersOpenedBefore: async (moment: Date): Promise<string[]> => {
    const opened = database.selectFrom('checkouts').select('userId').where('sessionId', 'is not', null);
    return (await opened.where('startedAt', '<', moment).execute()).map(({ userId }) => userId);
  },
});

const boughtColumns = ['product', 'store', 'status', 'periodEnd', 'memberUntil', 'renews'] as const;
/** A subscription that a subscriber of RevenueCat has, as it was last read. */
export type StoreSubscriptionRow = Row<'store_subscriptions', typeof boughtColumns>;

/**
 * What one reading of a subscriber gave. `appUserId` is RevenueCat's name of the subscriber: a portal user's id or
 * PlayFab id; `read` is the number of the reading, of `nextRead`.
 */
type StoreReading = { appUserId: string; read: number; subscriptions: readonly StoreSubscriptionRow[] };

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

  /** Returns the subscribers whose membership lasts at a moment. */
  namesLiveAt: async (moment: Date): Promise<string[]> => {
    const live = database.selectFrom('store_subscribers').select('appUserId').where('endsAt', '>', moment);
    return (await live.execute()).map(({ appUserId }) => appUserId);
  },

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
