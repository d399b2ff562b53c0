import type { Discount, Price } from '../../../src/contracts/subscription.ts';
import type { CouponTerms, StripeSubscription } from '../../gateways/stripe-gateway.ts';

/**
 * Returns what a payment costs with a coupon. Stripe rounds the discount to the smallest unit. A fixed amount of another
 * currency changes nothing.
 */
const reduced = (amount: number, currency: string, { percentOff, amountOff, ...terms }: CouponTerms): number => {
  if (percentOff !== null) return amount - Math.round((amount * percentOff) / 100);
  return amountOff === null || terms.currency !== currency ? amount : Math.max(0, amount - amountOff);
};

/**
 * Returns for how many months the discounted payments last. A payment is discounted as a whole if it is due within the
 * coupon's months, so the months are rounded up to whole payments.
 */
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

/** Returns the discount of the next payment; null if it costs the whole price. */
export const nextDiscount = ({
  price,
  currentPeriodEnd: next,
  discounts,
}: StripeSubscription): { amount: number; until: Date | null } | null => {
  if (price === null || next === null) return null;
  const applied = discounts.filter(({ end }) => end === null || end > next);
  const amount = applied.reduce((rest, { terms }) => reduced(rest, price.currency, terms), price.amount);
  if (amount === price.amount) return null;
  const ends = applied.flatMap(({ end, terms }) => (terms.duration === 'once' ? [next] : (end ?? [])));
  return { amount, until: ends.toSorted((one, other) => one.getTime() - other.getTime())[0] ?? null };
};
