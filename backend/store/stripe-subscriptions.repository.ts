import type { Price, SubscriptionStatus } from '../../src/contracts/subscription.ts';
import type { Database } from '../db/database.ts';

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
  /** The end of the free trial; null without one. */
  trialEnd: Date | null;
  createdAt: Date;
};

const rowsOf = (database: Database, userId: string) =>
  database
    .selectFrom('stripe_subscriptions as subscription')
    .innerJoin('stripe_customers as customer', 'customer.id', 'subscription.customer_id')
    .selectAll('subscription')
    .where('customer.user_id', '=', userId)
    .orderBy('subscription.id')
    .execute();
type Row = Awaited<ReturnType<typeof rowsOf>>[number];

const priceOf = (row: Row): Price | null => {
  const { price_amount: amount, price_currency: currency } = row;
  const { price_interval: interval, price_interval_count: intervalCount } = row;
  if (amount === null || currency === null || interval === null || intervalCount === null) return null;
  return { amount, currency, interval, intervalCount };
};

export const stripeSubscriptionsRepository = (database: Database) => ({
  ofUser: async (userId: string): Promise<StripeSubscriptionRow[]> => {
    const found = await rowsOf(database, userId);
    return found.map((row) => ({
      id: row.id,
      customerId: row.customer_id,
      status: row.status,
      currentPeriodEnd: row.current_period_end,
      cancelAtPeriodEnd: row.cancel_at_period_end,
      price: priceOf(row),
      discount: row.discount_amount === null ? null : { amount: row.discount_amount, until: row.discount_end },
      trialEnd: row.trial_end,
      createdAt: row.created_at,
    }));
  },

  /** Replaces all subscriptions of the customer. */
  replaceOf: async (customerId: string, subscriptions: readonly StripeSubscriptionRow[]): Promise<void> => {
    await database.deleteFrom('stripe_subscriptions').where('customer_id', '=', customerId).execute();
    if (subscriptions.length === 0) return;
    await database
      .insertInto('stripe_subscriptions')
      .values(
        subscriptions.map(({ price, discount, ...row }) => ({
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
