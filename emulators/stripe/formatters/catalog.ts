import { type Catalog, type Coupon, isUsable, type PromotionCode } from '../catalog.ts';
import { unix, unixOrNull } from './time.ts';

export const productObject = ({ product, created }: Catalog) => ({
  id: product.id,
  object: 'product',
  active: true,
  created: unix(created),
  description: product.description,
  images: [],
  livemode: false,
  marketing_features: [],
  metadata: {},
  name: product.name,
  package_dimensions: null,
  shippable: null,
  tax_details: null,
  type: 'service',
  updated: unix(created),
  url: null,
});

const recurring = {
  interval: 'month',
  interval_count: 1,
  meter: null,
  trial_period_days: null,
  usage_type: 'licensed',
};

export const priceObject = ({ price, product, created }: Catalog) => ({
  id: price.id,
  object: 'price',
  active: true,
  billing_scheme: 'per_unit',
  created: unix(created),
  currency: price.currency,
  custom_unit_amount: null,
  livemode: false,
  lookup_key: price.lookupKey,
  metadata: {},
  nickname: null,
  product: product.id,
  recurring,
  tax_behavior: 'unspecified',
  tiers_mode: null,
  transform_quantity: null,
  type: 'recurring',
  unit_amount: price.amount,
  unit_amount_decimal: String(price.amount),
});

/** Returns the price as a plan, the format before 2020. Subscription items still contain it. */
export const planObject = ({ price, product, created }: Catalog) => ({
  id: price.id,
  object: 'plan',
  active: true,
  amount: price.amount,
  amount_decimal: String(price.amount),
  billing_scheme: 'per_unit',
  created: unix(created),
  currency: price.currency,
  interval: recurring.interval,
  interval_count: recurring.interval_count,
  livemode: false,
  metadata: {},
  meter: null,
  nickname: null,
  product: product.id,
  tiers_mode: null,
  transform_usage: null,
  trial_period_days: null,
  usage_type: recurring.usage_type,
});

export const couponObject = ({ created }: Catalog, coupon: Coupon, timesRedeemed: number) => ({
  id: coupon.id,
  object: 'coupon',
  amount_off: null,
  created: unix(created),
  currency: null,
  duration: coupon.months === null ? 'forever' : 'repeating',
  duration_in_months: coupon.months,
  livemode: false,
  max_redemptions: null,
  metadata: {},
  name: coupon.name,
  percent_off: coupon.percentOff,
  redeem_by: null,
  times_redeemed: timesRedeemed,
  valid: true,
});

export const promotionCodeObject = (
  { created }: Catalog,
  promotion: PromotionCode,
  { now, timesRedeemed }: { now: Date; timesRedeemed: number },
) => ({
  id: promotion.id,
  object: 'promotion_code',
  active: isUsable(promotion, now),
  code: promotion.code,
  created: unix(created),
  customer: null,
  customer_account: null,
  expires_at: unixOrNull(promotion.expiresAt),
  livemode: false,
  max_redemptions: null,
  metadata: {},
  promotion: { type: 'coupon', coupon: promotion.coupon },
  restrictions: { first_time_transaction: false, minimum_amount: null, minimum_amount_currency: null },
  times_redeemed: timesRedeemed,
});
