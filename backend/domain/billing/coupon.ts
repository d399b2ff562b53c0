import type { CheckoutOrder } from '../../gateways/stripe-gateway.ts';

/** What Stripe takes for a promotion code or an id that somebody chose; anything else is not even looked up. */
const couponPattern = /^[\w-]{1,64}$/;

/** A coupon as it may travel on: kept with the checkout, and carried back when its page is left. */
export const normalCoupon = (given: string | undefined): string | null =>
  given !== undefined && couponPattern.test(given) ? given : null;

export type CouponRules = {
  /** The ids that may be named. An internal coupon is not among them, whoever knows its id. */
  couponIds: readonly string[];
  /** Counts a guess. @returns whether it is one too many. */
  isOneTooMany(): Promise<boolean>;
  promotionCode(code: string): Promise<string | null>;
};

/** What a typed coupon is worth: a listed coupon, an active promotion code, or nothing. It never stops a purchase. */
export const discountOf = async (coupon: string | null, rules: CouponRules): Promise<CheckoutOrder['discount']> => {
  if (coupon === null || (await rules.isOneTooMany())) return null;
  if (rules.couponIds.includes(coupon)) return { coupon };
  const promotionCode = await rules.promotionCode(coupon);
  return promotionCode === null ? null : { promotionCode };
};
