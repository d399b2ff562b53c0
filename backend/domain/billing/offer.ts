import { LRUCache } from 'lru-cache';
import { limits } from '../../../src/config/limits.ts';
import type { Discount, Offer, Price } from '../../../src/contracts/calls/subscription.ts';
import { day, hour, minute } from '../../../src/lib/time.ts';
import { withTimeout } from '../../gateways/stripe-call.ts';
import type { CouponTerms, ListedSubscription } from '../../gateways/stripe-gateway.ts';
import type { StripeGateway } from '../../gateways/stripe.ts';
import type { Clock } from '../clock.ts';
import { isUnavailable } from '../refusal.ts';
import { type BillingDependencies, isBlocked, type KnownSubscription } from './subscription.ts';

/** Returns what a payment costs. Stripe rounds to the smallest unit; an amount of another currency changes nothing. */
const reduced = (amount: number, currency: string, { percentOff, amountOff, ...terms }: CouponTerms): number => {
  if (percentOff !== null) return amount - Math.round((amount * percentOff) / 100);
  return amountOff === null || terms.currency !== currency ? amount : Math.max(0, amount - amountOff);
};

/** Returns for how many months the discount lasts: a payment due within them is discounted as a whole. */
const monthsPaid = ({ interval, intervalCount }: Price, months: number): number => {
  if (interval === 'day' || interval === 'week') return months;
  const each = interval === 'year' ? 12 * intervalCount : intervalCount;
  return Math.ceil(months / each) * each;
};

/**
 * Returns what a coupon changes about a new subscription; null if nothing. Stripe does not document whether the free
 * invoice of a trial uses up a coupon for one payment, so that one is not promised.
 */
export const discountOn = (
  price: Price,
  { coupon, terms, hasTrial }: { coupon: string; terms: CouponTerms; hasTrial: boolean },
): Discount | null => {
  const { duration, months } = terms;
  const amount = reduced(price.amount, price.currency, terms);
  if (amount === price.amount || (duration === 'once' && hasTrial)) return null;
  return { coupon, amount, duration, months: months === null ? null : monthsPaid(price, months) };
};

/** Returns when the subscription is paid for the first time at a moment or later. */
const paymentFrom = (moment: Date, next: Date, { interval, intervalCount }: Price): Date => {
  for (let count = 0; ; count += intervalCount) {
    const due = new Date(next);
    if (interval === 'day' || interval === 'week')
      due.setUTCDate(due.getUTCDate() + count * (interval === 'week' ? 7 : 1));
    else {
      const month = due.getUTCMonth() + count * (interval === 'year' ? 12 : 1);
      // A month may be too short for the day of the first payment.
      const last = new Date(Date.UTC(due.getUTCFullYear(), month + 1, 0)).getUTCDate();
      due.setUTCMonth(month, Math.min(due.getUTCDate(), last));
    }
    if (due >= moment) return due;
  }
};

/**
 * Returns the discount of the next payment, until the first one of another amount; null if it costs the whole price.
 */
export const nextDiscount = ({
  price,
  currentPeriodEnd: next,
  discounts,
}: ListedSubscription): { amount: number; until: Date | null } | null => {
  if (price === null || next === null) return null;
  const applied = discounts.filter(({ end }) => end === null || end > next);
  const amount = applied.reduce((rest, { terms }) => reduced(rest, price.currency, terms), price.amount);
  if (amount === price.amount) return null;
  const afterNext = new Date(next.getTime() + 1);
  const [first] = applied
    .flatMap(({ end, terms }) => (terms.duration === 'once' ? afterNext : (end ?? [])))
    .toSorted((one, other) => one.getTime() - other.getTime());
  return { amount, until: first === undefined ? null : paymentFrom(first, next, price) };
};

/** Milliseconds for which a page waits for Stripe, and for which Stripe is not asked again after it did not answer. */
const timeouts = { answer: 1_500, outage: minute };

/** Caches Stripe's answers, null included. During an outage the last known answer stays, or undefined without one. */
const createCache = <Value extends object>(
  clock: Clock,
  { lifetime, most, ask }: { lifetime: number; most: number; ask: (key: string) => Promise<Value | null> },
) => {
  const cache = new LRUCache<string, { value: Value | null | undefined }>({
    max: most,
    ttl: lifetime,
    ttlResolution: 0,
    perf: { now: () => clock.now().getTime() },
    fetchMethod: async (key, stale, { options }) => {
      try {
        return { value: await withTimeout('cache', timeouts.answer, ask(key)) };
      } catch (error) {
        if (!isUnavailable(error)) throw error;
        options.ttl = timeouts.outage;
        return stale ?? { value: undefined };
      }
    },
  });
  return {
    has: (key: string): boolean => cache.has(key),
    get: async (key: string): Promise<Value | null | undefined> => (await cache.fetch(key))?.value,
  };
};

type PricingDependencies = Pick<BillingDependencies, 'clock' | 'couponIds'> & {
  stripe: Pick<StripeGateway, 'price' | 'coupon' | 'promotionCode'>;
};

/** Reports what is sold and what coupons change, from answers of Stripe that every visitor shares. */
export const createPricing = ({ stripe, clock, couponIds }: PricingDependencies) => {
  const prices = createCache<Price>(clock, { lifetime: hour, most: 1, ask: stripe.price });
  const find = async (coupon: string) =>
    couponIds.includes(coupon) ? stripe.coupon(coupon) : stripe.promotionCode(coupon);
  const coupons = createCache<{ terms: CouponTerms | null }>(clock, { lifetime: 10 * minute, most: 500, ask: find });

  /** Returns the price that is sold; null while it is not known. */
  const price = async (): Promise<Price | null> => (await prices.get('price')) ?? null;

  /**
   * Returns what a coupon certainly changes about a price: null if nothing or if only the payment page knows, and
   * `invalid` for a coupon that does not exist.
   * @param isOneTooMany counts a guess, and is not called for a coupon that is known
   */
  const discount = async (
    price: Price,
    { coupon, hasTrial }: { coupon: string; hasTrial: boolean },
    isOneTooMany: () => Promise<boolean>,
  ): Promise<Discount | 'invalid' | null> => {
    if (!coupons.has(coupon) && (await isOneTooMany())) return null;
    const found = await coupons.get(coupon);
    if (found === null) return 'invalid';
    return found?.terms ? discountOn(price, { coupon, terms: found.terms, hasTrial }) : null;
  };

  /** Returns the offer; only a first subscription has a trial. `given`: a coupon, and how guesses of it are counted. */
  const offer = async (
    all: readonly KnownSubscription[],
    given: { coupon: string; isOneTooMany(): Promise<boolean> } | null,
  ): Promise<Offer | null> => {
    if (isBlocked(all)) return null;
    const sold = await price();
    if (sold === null) return null;
    const hasTrial = all.length === 0;
    const trialEnd = hasTrial ? new Date(clock.now().getTime() + limits.trialDays * day).toISOString() : null;
    const reduction = given === null ? null : await discount(sold, { ...given, hasTrial }, given.isOneTooMany);
    return { price: sold, trialEnd, ...(reduction === null || reduction === 'invalid' ? {} : { discount: reduction }) };
  };

  return { price, discount, offer };
};
