import { unix, unixOrNull } from './time.ts';

/** The id of the only price. In a real account, price and codes are set up in Stripe's Dashboard. */
export const simulatedPriceId = 'price_membership_monthly';

const created = unix(new Date('2026-01-05T09:00:00Z'));
const common = { created, livemode: false, metadata: {} };
const interval = { interval: 'month', interval_count: 1, meter: null, trial_period_days: null, usage_type: 'licensed' };

const product = {
  ...common,
  id: 'prod_membership',
  object: 'product',
  active: true,
  description: 'Every package, for three children.',
  images: [],
  marketing_features: [],
  name: 'Family membership',
  package_dimensions: null,
  shippable: null,
  tax_details: null,
  type: 'service',
  updated: created,
  url: null,
};

const priceOf = (id: string) => ({
  ...common,
  id,
  object: 'price',
  active: true,
  billing_scheme: 'per_unit',
  currency: 'usd',
  custom_unit_amount: null,
  lookup_key: 'membership_monthly',
  nickname: null,
  product: product.id,
  recurring: interval,
  tax_behavior: 'unspecified',
  tiers_mode: null,
  transform_quantity: null,
  type: 'recurring',
  unit_amount: 999,
  unit_amount_decimal: '999',
});

/** Returns the price as a plan, the format before 2020. Subscription items still contain it. */
const planOf = (price: ReturnType<typeof priceOf>) => ({
  ...common,
  ...interval,
  id: price.id,
  object: 'plan',
  active: true,
  amount: price.unit_amount,
  amount_decimal: price.unit_amount_decimal,
  billing_scheme: 'per_unit',
  currency: price.currency,
  nickname: null,
  product: product.id,
  tiers_mode: null,
  transform_usage: null,
});

const couponWith = (id: string, name: string, discount: { percent: number; months: number | null }) => ({
  ...common,
  id,
  object: 'coupon',
  amount_off: null,
  currency: null,
  duration: discount.months === null ? 'forever' : 'repeating',
  duration_in_months: discount.months,
  max_redemptions: null,
  name,
  percent_off: discount.percent,
  redeem_by: null,
  valid: true,
});
export type Coupon = ReturnType<typeof couponWith>;

const promotionCodeFor = (coupon: Coupon, code: string, expiresAt: Date | null) => ({
  ...common,
  id: `promo_${code.toLowerCase()}`,
  object: 'promotion_code',
  code,
  customer: null,
  customer_account: null,
  expires_at: unixOrNull(expiresAt),
  max_redemptions: null,
  promotion: { type: 'coupon', coupon: coupon.id },
  restrictions: { first_time_transaction: false, minimum_amount: null, minimum_amount_currency: null },
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
  return { created, product, price, plan: planOf(price), coupons: [welcome, staff], promotionCodes };
};
export type Catalog = ReturnType<typeof createCatalog>;

export const couponOf = (catalog: Catalog, id: string | null): Coupon | undefined =>
  catalog.coupons.find((coupon) => coupon.id === id);

export const isUsable = ({ expires_at: expiresAt }: PromotionCode, now: Date): boolean =>
  expiresAt === null || expiresAt > unix(now);

/** Returns the promotion code that a customer typed, ignoring upper and lower case. */
export const promotionOfCode = (catalog: Catalog, code: string): PromotionCode | undefined =>
  catalog.promotionCodes.find((promotion) => promotion.code.toLowerCase() === code.trim().toLowerCase());
