import { type Catalog, type Coupon, couponOf } from '../catalog.ts';
import { discountEnd } from '../objects/discount.ts';
import type { StoredSubscription } from '../objects/subscription.ts';
import { dateOf } from '../time.ts';
import { monthsAfter } from './periods.ts';

/** Amounts in the smallest currency unit. */
export type Amounts = { subtotal: number; discount: number; total: number };

export const zeroAmounts: Amounts = { subtotal: 0, discount: 0, total: 0 };

const amountsOf = (catalog: Catalog, quantity: number, coupon: Coupon | undefined): Amounts => {
  const subtotal = catalog.price.unit_amount * quantity;
  const discount = coupon === undefined ? 0 : Math.round((subtotal * coupon.percent_off) / 100);
  return { subtotal, discount, total: subtotal - discount };
};

/** Returns the coupon if it is still valid: for some months from the subscription's start, or without an end. */
const couponAt = (catalog: Catalog, { object, hidden }: StoredSubscription, date: Date): Coupon | undefined => {
  const coupon = couponOf(catalog, hidden.coupon);
  if (coupon === undefined) return undefined;
  const end = discountEnd(coupon, dateOf(object.created));
  return end === null || end > date ? coupon : undefined;
};

/** Returns what a month costs that begins at a date. */
export const monthlyAmounts = (catalog: Catalog, subscription: StoredSubscription, date: Date): Amounts =>
  amountsOf(catalog, subscription.object.items.data[0].quantity, couponAt(catalog, subscription, date));

/** Returns the first payment of the whole price: the first one after a discount that begins now. */
export const firstFullPayment = (coupon: Coupon | undefined, now: Date, trialEnd: Date | null): Date | null => {
  const end = coupon === undefined ? null : discountEnd(coupon, now);
  if (end === null) return null;
  const first = trialEnd ?? now;
  let months = 0;
  while (monthsAfter(first, months) < end) months += 1;
  return monthsAfter(first, months);
};

type Order = { quantity: number; coupon: string | null; trial_days: number | null };

/** Returns the amounts that a checkout charges today and each month after that. */
export const checkoutAmounts = (catalog: Catalog, { quantity, coupon, trial_days: trialDays }: Order) => {
  const monthly = amountsOf(catalog, quantity, couponOf(catalog, coupon));
  return { today: trialDays === null ? monthly : zeroAmounts, monthly };
};
