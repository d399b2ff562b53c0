import { z } from 'zod';
import { type Price, priceIntervals, type SubscriptionStatus } from '../../src/contracts/calls/subscription.ts';
import type { AppliedCoupon, Checkout, CouponTerms, StripeSubscription } from './stripe-gateway.ts';

/**
 * Schemas of the parts of Stripe's objects that we read, API version `2026-10-28.endive`. An expanded object and its id
 * are treated alike.
 */
export const reference = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]);

const moment = z.int().transform((seconds) => new Date(seconds * 1_000));

export const checkoutShape = z
  .object({
    id: z.string(),
    status: z.enum(['open', 'complete', 'expired']),
    url: z.string().nullable(),
    client_reference_id: z.string().nullable(),
    customer: reference.nullable(),
  })
  .transform(
    ({ id, status, url, client_reference_id: userId, customer: customerId }): Checkout => ({
      id,
      status,
      url: status === 'open' ? url : null,
      userId,
      customerId,
    }),
  );

/** Maps Stripe's statuses to ours. An unknown status grants no membership. */
const statuses = new Map<string, SubscriptionStatus>([
  ['trialing', 'trialing'],
  ['active', 'active'],
  ['past_due', 'past_due'],
  ['unpaid', 'unpaid'],
  ['paused', 'unpaid'],
  ['canceled', 'ended'],
]);

export const priceShape = z
  .object({
    unit_amount: z.int().nullable(),
    currency: z.string(),
    recurring: z.object({ interval: z.enum(priceIntervals), interval_count: z.int() }).nullable(),
  })
  .transform(({ unit_amount: amount, currency, recurring }): Price | null =>
    amount === null || recurring === null
      ? null
      : { amount, currency, interval: recurring.interval, intervalCount: recurring.interval_count },
  );

const durations = { once: 'once', repeating: 'months', forever: 'forever' } as const;

const couponFields = z.object({
  percent_off: z.number().nullable(),
  amount_off: z.int().nullable(),
  currency: z.string().nullable(),
  duration: z.enum(['once', 'repeating', 'forever']),
  duration_in_months: z.int().nullable(),
  valid: z.boolean(),
});

const termsOf = (coupon: z.output<typeof couponFields>): CouponTerms => ({
  percentOff: coupon.percent_off,
  amountOff: coupon.amount_off,
  currency: coupon.currency,
  duration: durations[coupon.duration],
  months: coupon.duration_in_months,
});

/** A coupon; null for one that cannot be used any more. */
export const couponShape = couponFields.transform((coupon) => (coupon.valid ? termsOf(coupon) : null));

export const promotionCodeShape = z
  .object({ id: z.string(), promotion: z.object({ coupon: couponFields }) })
  .transform(({ id, promotion: { coupon } }) => ({ id, terms: termsOf(coupon) }));

/** A discount of a subscription. Its coupon may have expired since; the discount goes on. */
const discountShape = z
  .object({ end: moment.nullable(), source: z.object({ coupon: couponFields.nullable() }) })
  .transform(({ end, source: { coupon } }): AppliedCoupon[] =>
    coupon === null ? [] : [{ terms: termsOf(coupon), end }],
  );

/** The paths of `expand` by which Stripe includes what `subscriptionShape` reads. */
export const subscriptionParts = ['discounts.source.coupon', 'latest_invoice'];

const invoiceShape = z
  .object({ status: z.string().nullable(), amount_remaining: z.int(), next_payment_attempt: moment.nullable() })
  .transform(({ status, amount_remaining: amount, next_payment_attempt: next }) =>
    status === 'open' ? { amount, next } : null,
  );

/** Returns the metadata that stores a subscription's owner and the portal that sold it. */
export const metadataOf = (userId: string, playfabId: string, portal: string) => ({
  userID: userId,
  playfabID: playfabId,
  portal,
});

export const subscriptionShape = z
  .object({
    id: z.string(),
    customer: reference,
    status: z.string(),
    created: moment,
    // The end date may be chosen in the billing page, or by an operator in Stripe's dashboard.
    cancel_at: moment.nullable(),
    cancel_at_period_end: z.boolean(),
    trial_end: moment.nullable(),
    discounts: z.array(discountShape),
    latest_invoice: invoiceShape.nullable(),
    metadata: z.object({ userID: z.string(), playfabID: z.string(), portal: z.string() }).partial(),
    // Since Stripe's version of 2025-03-31, the period belongs to the item.
    items: z.object({ data: z.array(z.object({ current_period_end: moment, price: priceShape })) }),
  })
  .transform((subscription): StripeSubscription => {
    const item = subscription.items.data[0];
    return {
      id: subscription.id,
      customerId: subscription.customer,
      userId: subscription.metadata.userID ?? null,
      playfabId: subscription.metadata.playfabID ?? null,
      portal: subscription.metadata.portal ?? null,
      status: statuses.get(subscription.status) ?? null,
      currentPeriodEnd: item?.current_period_end ?? null,
      cancelAtPeriodEnd: subscription.cancel_at_period_end || subscription.cancel_at !== null,
      price: item?.price ?? null,
      discounts: subscription.discounts.flat(),
      due: subscription.latest_invoice,
      trialEnd: subscription.trial_end,
      createdAt: subscription.created,
    };
  });

export const listOf = <Shape extends z.ZodType>(shape: Shape) => z.object({ data: z.array(shape) });
