import { randomBytes } from 'node:crypto';
import { catalog, type Coupon, couponOf } from './catalog.ts';
import type { stripeEventTypes } from '../../src/contracts/calls/servers.ts';
import { day } from '../../src/lib/time.ts';

/** Creates an id such as `cus_…`, with the type as its prefix, as Stripe does. Pages' ids cannot be guessed. */
export const newId = (prefix: string): string => `${prefix}_${randomBytes(16).toString('hex')}`;

/** Returns a date in Stripe's format: whole seconds since 1970. */
export const unix = (date: Date): number => Math.floor(date.getTime() / 1_000);
export const unixOrNull = (date: Date | null): number | null => (date === null ? null : unix(date));
export const dateOf = (seconds: number): Date => new Date(seconds * 1_000);
export const daysAfter = (date: Date, days: number): Date => new Date(date.getTime() + days * day);

/** Adds months to a date. In a shorter month it returns the last day: 31 January, 28 February, 31 March. */
const monthsAfter = (anchor: Date, months: number): Date => {
  const year = anchor.getUTCFullYear();
  const month = anchor.getUTCMonth() + months;
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const moved = new Date(anchor);
  moved.setUTCFullYear(year, month, Math.min(anchor.getUTCDate(), lastDay));
  return moved;
};

/** Returns the end of the period that contains `start`. Periods are whole months from the anchor. */
export const periodEndAfter = (anchor: Date, start: Date): Date => {
  let months = 1;
  while (monthsAfter(anchor, months) <= start) months += 1;
  return monthsAfter(anchor, months);
};

/** Returns the first value of a field, typed with the values that it gets later. */
export const initially = <T>(value: T): T => value;

/**
 * The keys of what only the simulator knows of an object: what Stripe does not return, and the simulated time of the
 * next scheduled change. JSON has no symbols, so no response and no event contains them.
 */
export const hidden = Symbol('hidden');
export const due = Symbol('due');
export type Stored<StripeObject, Hidden> = StripeObject & { [hidden]: Hidden; [due]: Date | null };

/** The version of the events. A test checks that it is the version of the `stripe` package. */
export const apiVersion = '2026-10-28.endive';

export type EventType = (typeof stripeEventTypes)[number];

/** Returns an event. It contains the state of the object when the event was created. */
export const newEvent = (type: EventType, created: Date, object: object) => ({
  id: newId('evt'),
  object: 'event' as const,
  api_version: apiVersion,
  created: unix(created),
  data: { object },
  livemode: false,
  type,
});
export type Event = ReturnType<typeof newEvent>;

export const newCustomer = (created: Date, email: string) => ({
  id: newId('cus'),
  object: 'customer' as const,
  created: unix(created),
  email,
});
export type Customer = ReturnType<typeof newCustomer>;
export type DeletedCustomer = { id: string; object: 'customer'; deleted: true };

/**
 * How a test card behaves: `fails` is accepted, and declined when it is charged. A refund to `refundsLate` is pending
 * at first, and one to `refundFails` succeeds and fails later (https://docs.stripe.com/testing#refunds).
 */
export type Card = 'works' | 'fails' | 'declined' | 'refundsLate' | 'refundFails';

/** Stripe's test numbers (https://docs.stripe.com/testing). Other numbers are rejected, because they could be real. */
export const testCards: readonly { number: string; behaviour: Card }[] = [
  { number: '4242 4242 4242 4242', behaviour: 'works' },
  { number: '4000 0000 0000 0341', behaviour: 'fails' },
  { number: '4000 0000 0000 0002', behaviour: 'declined' },
  { number: '4000 0000 0000 7726', behaviour: 'refundsLate' },
  { number: '4000 0000 0000 5126', behaviour: 'refundFails' },
];

export const cardOf = (typed: string): Card | undefined => {
  const digits = (text: string): string => text.replaceAll(/[\s-]/g, '');
  return testCards.find(({ number }) => digits(number) === digits(typed))?.behaviour;
};

/** What a checkout buys. Stripe does not return it before the subscription exists. */
export type Order = {
  coupon: string | null;
  /** The promotion code that the buyer entered. */
  code: string | null;
  trialDays: number | null;
  metadata: Record<string, string>;
};

type SessionOrder = {
  mode: 'subscription';
  success_url: string;
  cancel_url: string;
  customer?: string | undefined;
  customer_email?: string | undefined;
  client_reference_id: string;
  locale: string;
};

/** A payment page is open for a day. */
export const newCheckoutSession = (publicUrl: string, now: Date, order: SessionOrder) => {
  const id = newId('cs_test');
  return {
    ...order,
    id,
    object: 'checkout.session' as const,
    customer: order.customer ?? null,
    customer_email: order.customer_email ?? null,
    expires_at: unix(daysAfter(now, 1)),
    status: initially<'open' | 'complete' | 'expired'>('open'),
    subscription: initially<string | null>(null),
    url: initially<string | null>(`${publicUrl}/c/pay/${id}`),
  };
};
export type StoredSession = Stored<ReturnType<typeof newCheckoutSession>, Order>;

type PortalOrder = { customer: string; locale: string; return_url: string };

export const newPortalSession = (publicUrl: string, now: Date, order: PortalOrder) => {
  const id = newId('bps_test');
  return {
    ...order,
    id,
    object: 'billing_portal.session' as const,
    created: unix(now),
    url: `${publicUrl}/p/session/${id}`,
  };
};
export type PortalSession = ReturnType<typeof newPortalSession>;

/**
 * Returns what an update leaves of the metadata: an empty text removes its key (https://docs.stripe.com/api/metadata).
 */
export const mergeMetadata = (before: Record<string, string>, change: Record<string, string> = {}) =>
  Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, value]) => value !== ''));

type SubscriptionOrder = { customer: string; metadata: Record<string, string>; trialEnd: Date | null };

type PauseCollection = { behavior: 'keep_as_draft' | 'mark_uncollectible' | 'void'; resumes_at: number | null };

/** What Checkout sells has the billing mode `flexible`, the default since version 2025-09-30. */
export const newSubscription = (now: Date, { trialEnd, ...order }: SubscriptionOrder) => ({
  ...order,
  id: newId('sub'),
  object: 'subscription' as const,
  billing_cycle_anchor: unix(trialEnd ?? now),
  billing_mode: { type: 'flexible', flexible: { proration_discounts: 'included' } },
  cancel_at: initially<number | null>(null),
  cancel_at_period_end: false,
  canceled_at: initially<number | null>(null),
  collection_method: 'charge_automatically',
  created: unix(now),
  currency: catalog.price.currency,
  discounts: initially<string[]>([]),
  ended_at: initially<number | null>(null),
  items: periodOf(now, trialEnd ?? periodEndAfter(now, now)),
  latest_invoice: initially<string | null>(null),
  pause_collection: initially<PauseCollection | null>(null),
  schedule: initially<string | null>(null),
  status: initially<'trialing' | 'active' | 'past_due' | 'canceled'>(trialEnd === null ? 'active' : 'trialing'),
  trial_end: unixOrNull(trialEnd),
});
export type SubscriptionObject = ReturnType<typeof newSubscription>;

/** Returns the schedule of a subscription, which the operator adds in the Dashboard. */
export const newSchedule = (now: Date, { id: subscription, customer }: SubscriptionObject) => ({
  id: newId('sub_sched'),
  object: 'subscription_schedule' as const,
  created: unix(now),
  customer,
  released_subscription: initially<string | null>(null),
  status: initially<'active' | 'canceled' | 'released'>('active'),
  subscription: initially<string | null>(subscription),
});
export type Schedule = ReturnType<typeof newSchedule>;

/** Returns the discount of a subscription that begins now, which ends after the coupon's months. */
export const newDiscount = (coupon: Coupon, now: Date) => ({
  id: newId('di'),
  object: 'discount' as const,
  end: coupon.duration_in_months === null ? null : unix(monthsAfter(now, coupon.duration_in_months)),
  source: { coupon: coupon.id, type: 'coupon' as const },
});
type StripeDiscount = ReturnType<typeof newDiscount>;
export type StoredSubscription = Stored<SubscriptionObject, { card: Card; discount: StripeDiscount | null }>;

type Item = { id: string; object: 'subscription_item'; price: typeof catalog.price; quantity: number };
const newItem = (): Item => ({ id: newId('si'), object: 'subscription_item', price: catalog.price, quantity: 1 });

/**
 * Returns the items of a subscription in a period. Since Stripe's version of 2025-03-31, the period belongs to the
 * item.
 */
export const periodOf = (start: Date, end: Date, items: readonly Item[] = [newItem()]) => ({
  object: 'list' as const,
  data: items.map((item) => ({ ...item, current_period_start: unix(start), current_period_end: unix(end) })),
});

/** Returns the end of the paid period that the subscription is in. */
export const periodEndOf = ({ items }: SubscriptionObject): Date =>
  dateOf(Math.min(...items.data.map((item) => item.current_period_end)));

/** Returns what is left of an amount, in the smallest unit of the currency. */
export const priceWith = (coupon: Coupon | undefined, amount = catalog.price.unit_amount): number =>
  Math.round((amount * (100 - (coupon?.percent_off ?? 0))) / 100);

/** Returns what a month of a subscription costs without a discount. */
export const wholePrice = ({ items }: SubscriptionObject): number =>
  items.data.reduce((sum, { price, quantity }) => sum + price.unit_amount * quantity, 0);

/** Returns what a month of a subscription costs that begins at a date. A discount ends with its coupon's months. */
export const monthlyPrice = (subscription: StoredSubscription, date: Date): number => {
  const { discount } = subscription[hidden];
  const isOver = discount === null || (discount.end !== null && discount.end <= unix(date));
  return priceWith(isOver ? undefined : couponOf(discount.source.coupon), wholePrice(subscription));
};
