/** The id of the only price. In a real account, price and codes are set up in Stripe's Dashboard. */
export const simulatedPriceId = 'price_membership_monthly';

const couponWith = (id: string, percent: number, months: number | null) => ({
  id,
  object: 'coupon',
  amount_off: null,
  currency: null,
  duration: months === null ? 'forever' : 'repeating',
  duration_in_months: months,
  percent_off: percent,
  valid: true,
});
export type Coupon = ReturnType<typeof couponWith>;

const promotionCodeFor = (coupon: Coupon, code: string, active: boolean) => ({
  id: `promo_${code.toLowerCase()}`,
  object: 'promotion_code',
  active,
  code,
  promotion: { type: 'coupon', coupon: coupon.id },
});

/** The objects of the account's products. The staff's coupon has no promotion code: only the staff knows its id. */
const welcome = couponWith('welcome20', 20, 3);
export const catalog = {
  price: {
    id: simulatedPriceId,
    object: 'price',
    currency: 'usd',
    recurring: { interval: 'month', interval_count: 1 },
    unit_amount: 999,
  },
  coupons: [welcome, couponWith('staff_free', 100, null)],
  promotionCodes: [promotionCodeFor(welcome, 'WELCOME20', true), promotionCodeFor(welcome, 'LASTYEAR', false)],
};

export const couponOf = (id: string | null): Coupon | undefined => catalog.coupons.find((coupon) => coupon.id === id);
