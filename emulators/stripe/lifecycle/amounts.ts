import { day } from '../../../src/lib/durations.ts';
import { type Catalog, type Coupon, couponOf } from '../catalog.ts';
import type { Amounts, StoredSubscription } from '../objects/subscription.ts';
import { dateOf } from '../objects/common.ts';

export const daysAfter = (date: Date, days: number): Date => new Date(date.getTime() + days * day);

/** Adds months to a date. In a shorter month it returns the last day: 31 January, 28 February, 31 March. */
export const monthsAfter = (anchor: Date, months: number): Date => {
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

/** Returns when a coupon's discount ends that begins now; null for one without an end. */
export const discountEnd = ({ duration_in_months: months }: Coupon, now: Date): Date | null =>
  months === null ? null : monthsAfter(now, months);

export const zeroAmounts: Amounts = { subtotal: 0, discount: 0, total: 0 };

const amountsOf = (catalog: Catalog, coupon: Coupon | undefined): Amounts => {
  const subtotal = catalog.price.unit_amount;
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
  amountsOf(catalog, couponAt(catalog, subscription, date));

/** Returns the first payment of the whole price: the first one after a discount that begins now. */
export const firstFullPayment = (coupon: Coupon | undefined, now: Date, trialEnd: Date | null): Date | null => {
  const end = coupon === undefined ? null : discountEnd(coupon, now);
  if (end === null) return null;
  const first = trialEnd ?? now;
  let months = 0;
  while (monthsAfter(first, months) < end) months += 1;
  return monthsAfter(first, months);
};

type Order = { coupon: string | null; trial_days: number | null };

/** Returns the amounts that a checkout charges today and each month after that. */
export const checkoutAmounts = (catalog: Catalog, { coupon, trial_days: trialDays }: Order) => {
  const monthly = amountsOf(catalog, couponOf(catalog, coupon));
  return { today: trialDays === null ? monthly : zeroAmounts, monthly };
};
