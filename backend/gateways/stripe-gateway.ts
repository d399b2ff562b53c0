import { z } from 'zod';
import { type Language, languageOfTag } from '../../src/contracts/language.ts';
import { type Price, priceIntervals, type SubscriptionStatus } from '../../src/contracts/calls/subscription.ts';
import { VendorError } from './vendor.ts';

/** The parts that we read of API version `2026-10-28.endive`. An expanded object and its id are treated alike. */
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
  .transform(({ id, status, url, client_reference_id: userId, customer: customerId }) => ({
    id,
    status,
    /** null when it is no longer open. */
    url: status === 'open' ? url : null,
    userId,
    customerId,
  }));
export type Checkout = z.output<typeof checkoutShape>;

/** Maps Stripe's statuses to ours. An unknown status grants no membership. */
const statuses = new Map<string, SubscriptionStatus>([
  ['trialing', 'trialing'],
  ['active', 'active'],
  ['past_due', 'past_due'],
  ['unpaid', 'unpaid'],
  ['paused', 'unpaid'],
  ['canceled', 'ended'],
]);

/** A price and its product. `price`: null for one that is not recurring, or has no fixed amount. */
export const priceShape = z
  .object({
    product: reference,
    unit_amount: z.int().nullable(),
    currency: z.string(),
    recurring: z.object({ interval: z.enum(priceIntervals), interval_count: z.int() }).nullable(),
  })
  .transform(({ product, unit_amount: amount, currency, recurring }) => {
    const price: Price | null =
      amount === null || recurring === null
        ? null
        : { amount, currency, interval: recurring.interval, intervalCount: recurring.interval_count };
    return { product, currency, price };
  });

const durations = { once: 'once', repeating: 'months', forever: 'forever' } as const;

const coupon = z
  .object({
    percent_off: z.number().nullable(),
    amount_off: z.int().nullable(),
    currency: z.string().nullable(),
    duration: z.enum(['once', 'repeating', 'forever']),
    duration_in_months: z.int().nullable(),
    valid: z.boolean(),
    // Only where it is expanded. Absent for a coupon of all products.
    applies_to: z.object({ products: z.array(z.string()) }).nullish(),
  })
  .transform(({ valid, applies_to: only, ...fields }) => ({
    valid,
    products: only?.products ?? null,
    terms: {
      /** null for a coupon of a fixed amount. */
      percentOff: fields.percent_off,
      /** In the smallest unit of `currency`; null for a coupon of a percentage. */
      amountOff: fields.amount_off,
      currency: fields.currency,
      duration: durations[fields.duration],
      /** null unless the duration is `months`. */
      months: fields.duration_in_months,
    },
  }));
/** What a coupon takes off a payment, as it is set up at Stripe. */
export type CouponTerms = z.output<typeof coupon>['terms'];

/** A coupon, and the products for which it is; null for one that cannot be used any more. */
export const couponShape = coupon.transform(({ valid, ...known }) => (valid ? known : null));

/**
 * A promotion code. Who may use one with a restriction, Stripe decides when the payment page opens: about a first
 * purchase it judges by all that the customer paid, of which we know a part.
 */
export const promotionCodeShape = z
  .object({
    id: z.string(),
    customer: reference.nullish(),
    restrictions: z.object({ first_time_transaction: z.boolean(), minimum_amount: z.int().nullable() }),
    promotion: z.object({ coupon }),
  })
  .transform(({ id, customer, restrictions, promotion: { coupon: given } }) => ({
    id,
    customerId: customer ?? null,
    isRestricted: Boolean(customer) || restrictions.first_time_transaction || restrictions.minimum_amount !== null,
    terms: given.terms,
    products: given.products,
  }));

/** A discount of a subscription until `end`. Its coupon may have expired since; the discount goes on. */
const discountShape = z
  .object({ end: moment.nullable(), source: z.object({ coupon: coupon.nullable() }) })
  .transform(({ end, source }) => (source.coupon === null ? [] : [{ terms: source.coupon.terms, end }]));

/** The paths of `expand` by which Stripe includes what `subscriptionShape` reads. */
export const subscriptionParts = ['discounts.source.coupon', 'latest_invoice'];

/** Reasons of an invoice that pays for a period, and not for a change within it. */
const periodReasons = ['subscription_create', 'subscription_cycle'];

const latestInvoiceShape = z
  .object({
    status: z.string().nullable(),
    amount_remaining: z.int(),
    next_payment_attempt: moment.nullable(),
    billing_reason: z.string().nullish(),
    total_discount_amounts: z.array(z.object({ amount: z.int() })).nullish(),
  })
  .transform(
    ({ status, amount_remaining: amount, next_payment_attempt: next, billing_reason: reason, ...invoice }) => ({
      due: status === 'open' ? { amount, next } : null,
      // In its first hour the invoice of a renewal is a draft (https://docs.stripe.com/billing/invoices/subscription).
      isUnpaid: status !== 'paid' && status !== 'void' && amount > 0 && periodReasons.includes(reason ?? ''),
      wasDiscounted: (invoice.total_discount_amounts ?? []).some((discount) => discount.amount > 0),
    }),
  );

/** Marks an invoice at Stripe whose collection is to be turned on again. */
export const heldMark = 'collectAgain';

/** An invoice of a customer, for this subscription or for something else. */
export const invoiceShape = z
  .object({
    id: z.string(),
    status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']).nullable(),
    auto_advance: z.boolean().nullish(),
    metadata: z.record(z.string(), z.string()).nullish(),
    amount_paid: z.int(),
    currency: z.string(),
    status_transitions: z.object({ paid_at: moment.nullable() }),
    parent: z.object({ subscription_details: z.object({ subscription: reference }).nullish() }).nullable(),
  })
  .transform(({ status_transitions, amount_paid: amount, auto_advance, metadata, parent, ...invoice }) => ({
    ...invoice,
    amount,
    paidAt: status_transitions.paid_at,
    isCollected: auto_advance === true || metadata?.[heldMark] !== undefined,
    subscriptionId: parent?.subscription_details?.subscription ?? null,
  }));

/** The parts of a customer and of an invoice that their owner gets. */
export const heldCustomerShape = z.object({
  id: z.string(),
  created: moment.optional(),
  email: z.string().nullish(),
  name: z.string().nullish(),
  phone: z.string().nullish(),
  address: z.record(z.string(), z.string().nullable()).nullish(),
  deleted: z.literal(true).optional(),
});
export const heldInvoiceShape = z.object({
  id: z.string(),
  number: z.string().nullish(),
  created: moment,
  status: z.string().nullable(),
  currency: z.string(),
  amount_due: z.int(),
  amount_paid: z.int(),
});

/** The preview of the next invoice: what is charged at the end of the current period. */
export const previewShape = z
  .object({ amount_due: z.int(), currency: z.string(), period_end: moment })
  .transform(({ amount_due: amount, currency, period_end: at }) => ({ amount, currency, at }));

type RefundStatus = 'pending' | 'succeeded' | 'failed';
const refundStatuses = new Map<string, RefundStatus>([
  ['succeeded', 'succeeded'],
  ['failed', 'failed'],
  ['canceled', 'failed'],
]);

/** `pending` may still fail (https://docs.stripe.com/refunds#refund-status). */
export const refundShape = z
  .object({
    id: z.string(),
    amount: z.int(),
    currency: z.string(),
    payment_intent: reference.nullish(),
    status: z.string().nullish(),
  })
  .transform(({ payment_intent, status, ...refund }) => ({
    ...refund,
    payment: payment_intent ?? null,
    status: refundStatuses.get(status ?? '') ?? 'pending',
  }));
export type StripeRefund = z.output<typeof refundShape>;

/** Returns the metadata that stores a subscription's owner and the portal that it belongs to. */
export const metadataOf = (userId: string, playfabId: string, portal: string) => ({
  userID: userId,
  playfabID: playfabId,
  portal,
});

/** What our checkout adds to the metadata. A subscription without it began elsewhere and moved in. */
export const soldHere = { soldBy: 'portal' };

/** The payer of a subscription, and where the object is expanded, the address and language. */
const payerShape = z.union([
  z.string().transform((id) => ({ id, email: null, language: null })),
  z
    .object({ id: z.string(), email: z.string().nullish(), preferred_locales: z.array(z.string()).nullish() })
    .transform(({ id, email, preferred_locales: locales }) => ({
      id,
      email: email ?? null,
      language: languageOfTag(locales?.[0]) ?? null,
    })),
]);

export const subscriptionShape = z
  .object({
    id: z.string(),
    customer: payerShape,
    status: z.string(),
    created: moment,
    collection_method: z.string(),
    // The end date may be chosen in the billing page, or by an operator in Stripe's dashboard.
    cancel_at: moment.nullable(),
    cancel_at_period_end: z.boolean(),
    ended_at: moment.nullable(),
    trial_end: moment.nullable(),
    schedule: reference.nullish(),
    pause_collection: z.object({ resumes_at: moment.nullish() }).nullish(),
    discounts: z.array(discountShape),
    latest_invoice: latestInvoiceShape.nullable(),
    metadata: z.object({ userID: z.string(), playfabID: z.string(), portal: z.string(), soldBy: z.string() }).partial(),
    // Since Stripe's version of 2025-03-31, the period belongs to the item.
    items: z.object({
      data: z.array(z.object({ current_period_end: moment, price: priceShape, quantity: z.int().nullish() })),
    }),
  })
  .transform((subscription) => {
    const [item, ...others] = subscription.items.data;
    const isPlain = others.length === 0 && (item?.quantity ?? 1) === 1;
    const currentPeriodEnd = item?.current_period_end ?? null;
    return {
      id: subscription.id,
      customerId: subscription.customer.id,
      payer: subscription.customer,
      /** From the metadata that our checkout set; null for a subscription that is not ours. */
      userId: subscription.metadata.userID ?? null,
      /** Identifies the owner when our own record is lost. */
      playfabId: subscription.metadata.playfabID ?? null,
      /** The `PUBLIC_URL` that it belongs to: one Stripe account may serve several portals. */
      portal: subscription.metadata.portal ?? null,
      /** Whether it was not sold by our checkout. Our rules for duplicates do not end it. */
      movedIn: subscription.metadata.soldBy !== soldHere.soldBy,
      products: subscription.items.data.map(({ price }) => price.product),
      currency: item?.price.currency ?? null,
      /** Whether its invoices are mailed instead of charged. */
      isInvoiced: subscription.collection_method !== 'charge_automatically',
      /** Whether it is one of one thing. */
      isPlain,
      /** null until its first payment is settled: it belongs to no one yet. */
      status: statuses.get(subscription.status) ?? null,
      currentPeriodEnd,
      /** The date on which it ends; in flexible billing `cancel_at` alone says it. null while it renews. */
      endsAt: subscription.cancel_at ?? (subscription.cancel_at_period_end ? currentPeriodEnd : null),
      endedAt: subscription.ended_at,
      /** null when several things are paid together. */
      price: (isPlain && item?.price.price) || null,
      /** null unless payments are paused; they may have no date on which they resume. */
      pause: subscription.pause_collection ? { until: subscription.pause_collection.resumes_at ?? null } : null,
      /** The schedule that changes the subscription, and that refuses other changes until it is released. */
      scheduleId: subscription.schedule ?? null,
      discounts: subscription.discounts.flat(),
      /** The newest invoice, while its payment has failed: what is open, and when Stripe tries the card again. */
      due: subscription.latest_invoice?.due ?? null,
      /** Whether the current period is not paid. */
      isUnpaid: subscription.status === 'unpaid' || (subscription.latest_invoice?.isUnpaid ?? false),
      /** Whether a discount reduced the newest invoice: Stripe removes one from the subscription with its last use. */
      wasDiscounted: subscription.latest_invoice?.wasDiscounted ?? false,
      trialEnd: subscription.trial_end,
      createdAt: subscription.created,
    };
  });
/** A subscription in a list, in our terms. */
export type ListedSubscription = z.output<typeof subscriptionShape>;
/** The current state of a subscription at Stripe. `next`: the next payment; null when nothing more is charged. */
export type StripeSubscription = ListedSubscription & { next: z.output<typeof previewShape> | null };

export const listOf = <Shape extends z.ZodType>(shape: Shape) => z.object({ data: z.array(shape) });

export type CheckoutOrder = {
  userId: string;
  playfabId: string;
  language: Language;
  /** The customer id of a returning payer; for a new one, `email` is filled in. */
  customerId: string | null;
  email: string | null;
  discount: { coupon: string } | { promotion_code: string } | null;
  /** The trial is for a first subscription only. */
  trialDays: number | null;
  successUrl: string;
  cancelUrl: string;
  /** The same key returns the same checkout. */
  idempotencyKey: string;
};

/** Stripe is unreachable, slow, overloaded or refuses our key: retry later. Names the call, nothing that was sent. */
export class StripeUnavailable extends VendorError {}
