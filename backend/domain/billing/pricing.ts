import type { Discount, Price } from '../../../src/contracts/subscription.ts';
import { hour, minute } from '../../../src/lib/durations.ts';
import type { CouponTerms, StripeGateway } from '../../gateways/stripe-gateway.ts';
import type { Clock } from '../clock.ts';
import { discountOn } from './discount.ts';
import { createMemory } from './memory.ts';

export type Pricing = {
  /** Returns the price that is sold; null while it is not known. */
  price(): Promise<Price | null>;
  /**
   * Returns what a coupon changes about a price; null if nothing.
   * @param isOneTooMany counts a guess, and is not called for a coupon that is known
   */
  discount(
    price: Price,
    given: { coupon: string; hasTrial: boolean },
    isOneTooMany: () => Promise<boolean>,
  ): Promise<Discount | null>;
};

export type PricingDependencies = {
  stripe: Pick<StripeGateway, 'price' | 'coupon' | 'promotionCode'>;
  clock: Clock;
  couponIds: readonly string[];
};

/** Tells what is sold and what coupons change, from answers of Stripe that every visitor shares. */
export const createPricing = ({ stripe, clock, couponIds }: PricingDependencies): Pricing => {
  const prices = createMemory<Price>(clock, { lifetime: hour, most: 1 });
  const coupons = createMemory<CouponTerms>(clock, { lifetime: 10 * minute, most: 500 });
  const termsOf = async (coupon: string): Promise<CouponTerms | null> =>
    couponIds.includes(coupon) ? stripe.coupon(coupon) : ((await stripe.promotionCode(coupon))?.terms ?? null);

  return {
    price: () => prices.get('price', stripe.price),
    discount: async (price, { coupon, hasTrial }, isOneTooMany) => {
      if (!coupons.has(coupon) && (await isOneTooMany())) return null;
      const terms = await coupons.get(coupon, () => termsOf(coupon));
      return terms === null ? null : discountOn(price, { coupon, terms, hasTrial });
    },
  };
};
