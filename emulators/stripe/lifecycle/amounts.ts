import { type Catalog, type Coupon, couponOf } from '../catalog.ts';
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
  if (coupon === undefined || coupon.duration_in_months === null) return coupon;
  return monthsAfter(dateOf(object.created), coupon.duration_in_months) > date ? coupon : undefined;
};

/** Returns what a month costs that begins at a date. */
export const monthlyAmounts = (catalog: Catalog, subscription: StoredSubscription, date: Date): Amounts =>
  amountsOf(catalog, subscription.object.items.data[0].quantity, couponAt(catalog, subscription, date));

type Order = { quantity: number; coupon: string | null; trial_days: number | null };

/** Returns the amounts that a checkout charges today and each month after that. */
export const checkoutAmounts = (catalog: Catalog, { quantity, coupon, trial_days: trialDays }: Order) => {
  const monthly = amountsOf(catalog, quantity, couponOf(catalog, coupon));
  return { today: trialDays === null ? monthly : zeroAmounts, monthly };
};
