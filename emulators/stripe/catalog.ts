import { unix, unixOrNull } from './objects/common.ts';

/** The id of the only price. In a real account, price and codes are set up in Stripe's Dashboard. */
export const simulatedPriceId = 'price_membership_monthly';

const priceOf = (id: string) => ({
  id,
  object: 'price',
  currency: 'usd',
  recurring: { interval: 'month', interval_count: 1 },
  unit_amount: 999,
});

const couponWith = (id: string, name: string, discount: { percent: number; months: number | null }) => ({
  id,
  object: 'coupon',
  amount_off: null,
  currency: null,
  duration: discount.months === null ? 'forever' : 'repeating',
  duration_in_months: discount.months,
  name,
  percent_off: discount.percent,
  valid: true,
});
export type Coupon = ReturnType<typeof couponWith>;

const promotionCodeFor = (coupon: Coupon, code: string, expiresAt: Date | null) => ({
  id: `promo_${code.toLowerCase()}`,
  object: 'promotion_code',
  code,
  expires_at: unixOrNull(expiresAt),
  promotion: { type: 'coupon', coupon: coupon.id },
});
export type PromotionCode = ReturnType<typeof promotionCodeFor>;

/** Returns the objects of the account's products. The API adds to the codes what depends on time and redemptions. */
export const createCatalog = (priceId: string) => {
  const price = priceOf(priceId);
  const welcome = couponWith('welcome20', 'Welcome −20%', { percent: 20, months: 3 });
  // No promotion code uses this coupon. Only the staff knows its id.
  const staff = couponWith('staff_free', 'Staff −100%', { percent: 100, months: null });
  const promotionCodes = [
    promotionCodeFor(welcome, 'WELCOME20', null),
    promotionCodeFor(welcome, 'LASTYEAR', new Date('2026-01-31T23:59:59Z')),
  ];
  return { price, coupons: [welcome, staff], promotionCodes };
};
export type Catalog = ReturnType<typeof createCatalog>;

/** What a new object contains in addition to its parameters: the products, the simulated time (whole seconds), our address. */
export type Context = { catalog: Catalog; now: Date; publicUrl: string };

export const couponOf = (catalog: Catalog, id: string | null): Coupon | undefined =>
  catalog.coupons.find((coupon) => coupon.id === id);

export const isUsable = ({ expires_at: expiresAt }: PromotionCode, now: Date): boolean =>
  expiresAt === null || expiresAt > unix(now);
