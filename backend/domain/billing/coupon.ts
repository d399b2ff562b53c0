import { visibleText } from '../../../src/contracts/typed-text.ts';
import type { CheckoutOrder } from '../../gateways/stripe-gateway.ts';
import type { Limits } from '../limits.ts';

/** The format of a promotion code or a chosen id at Stripe; anything else is not looked up. */
const couponPattern = /^[\w-]{1,64}$/;

/** Returns a coupon in the form that is stored with the checkout and restored when its page is left. */
export const normalizeCoupon = (given: string | undefined): string | null => {
  const coupon = visibleText(given ?? '');
  return couponPattern.test(coupon) ? coupon : null;
};

/** Returns a function that counts a user's guess of a coupon, and returns whether it is above the limit. */
export const createGuessCount = (limits: Limits, userId: string) => async (): Promise<boolean> =>
  (await limits.consume('coupon', { ip: '', person: userId })) !== null;

export type CouponRules = {
  /**
   * The coupon ids that a person may enter. An internal coupon is not among them, even for someone who knows its id.
   */
  couponIds: readonly string[];
  /** Counts a guess. @returns whether it is above the limit. */
  isOneTooMany(): Promise<boolean>;
  promotionCode(code: string): Promise<{ id: string } | null>;
};

/**
 * Returns the discount of a typed coupon: a listed coupon, an active promotion code, or none. It never stops a
 * purchase.
 */
export const discountOf = async (coupon: string | null, rules: CouponRules): Promise<CheckoutOrder['discount']> => {
  if (coupon === null || (await rules.isOneTooMany())) return null;
  if (rules.couponIds.includes(coupon)) return { coupon };
  const promotionCode = await rules.promotionCode(coupon);
  return promotionCode === null ? null : { promotionCode: promotionCode.id };
};
