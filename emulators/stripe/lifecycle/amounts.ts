import { type Catalog, type Coupon, couponOf, discountOn } from '../catalog.ts';
import { monthsAfter } from './periods.ts';

/** Amounts in the smallest currency unit. */
export type Amounts = { subtotal: number; discount: number; total: number };

export const zeroAmounts: Amounts = { subtotal: 0, discount: 0, total: 0 };

export const amountsOf = (catalog: Catalog, quantity: number, coupon: Coupon | undefined): Amounts => {
  const subtotal = catalog.price.amount * quantity;
  const discount = discountOn(coupon, subtotal);
  return { subtotal, discount, total: subtotal - discount };
};

/** Returns the coupon if it is still valid: for some months from the subscription's start, or without an end. */
export const couponAt = (
  catalog: Catalog,
  { coupon: id, created }: { coupon: string | null; created: Date },
  now: Date,
): Coupon | undefined => {
  const coupon = couponOf(catalog, id);
  if (coupon === undefined || coupon.months === null) return coupon;
  return monthsAfter(created, coupon.months) > now ? coupon : undefined;
};

type Order = { quantity: number; coupon: string | null; trial_days: number | null };

/** Returns the amounts that a checkout charges today and each month after that. */
export const checkoutAmounts = (catalog: Catalog, { quantity, coupon, trial_days: trialDays }: Order) => {
  const monthly = amountsOf(catalog, quantity, couponOf(catalog, coupon));
  return { today: trialDays === null ? monthly : zeroAmounts, monthly };
};
