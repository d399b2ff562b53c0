/** The id of the only price. In a real account, price and codes are set up in Stripe's Dashboard. */
export const simulatedPriceId = 'price_membership_monthly';

/** The product that is sold, and one that is not. */
const products = { membership: 'prod_membership', books: 'prod_books' };

const couponWith = (id: string, percent: number, months: number | null, product?: string) => ({
  id,
  object: 'coupon',
  amount_off: null,
  ...(product !== undefined && { applies_to: { products: [product] } }),
  currency: null,
  duration: months === null ? 'forever' : 'repeating',
  duration_in_months: months,
  percent_off: percent,
  valid: true,
});
export type Coupon = ReturnType<typeof couponWith>;

type Restriction = { customer?: string; first?: boolean; minimum?: number; active?: boolean };

const promotionCodeFor = (coupon: Coupon, code: string, only: Restriction = {}) => ({
  id: `promo_${code.toLowerCase()}`,
  object: 'promotion_code',
  active: only.active ?? true,
  code,
  customer: only.customer ?? null,
  promotion: { type: 'coupon', coupon: coupon.id },
  restrictions: {
    first_time_transaction: only.first ?? false,
    minimum_amount: only.minimum ?? null,
  },
});
export type PromotionCode = ReturnType<typeof promotionCodeFor>;

/** The objects of the account's products. The staff's coupon has no promotion code: only the staff knows its id. */
const welcome = couponWith('welcome20', 20, 3);
const books = couponWith('books20', 20, 3, products.books);
export const catalog = {
  price: {
    id: simulatedPriceId,
    object: 'price',
    currency: 'usd',
    product: products.membership,
    recurring: { interval: 'month', interval_count: 1 },
    unit_amount: 999,
  },
  coupons: [welcome, couponWith('staff_free', 100, null), books],
  promotionCodes: [
    promotionCodeFor(welcome, 'WELCOME20'),
    promotionCodeFor(welcome, 'LASTYEAR', { active: false }),
    promotionCodeFor(welcome, 'FIRST20', { first: true }),
    promotionCodeFor(welcome, 'OWN20', { customer: 'cus_of_somebody' }),
    promotionCodeFor(welcome, 'LARGE20', { minimum: 5_000 }),
    promotionCodeFor(books, 'BOOKS20'),
  ],
};

export const couponOf = (id: string | null): Coupon | undefined => catalog.coupons.find((coupon) => coupon.id === id);

/** Returns whether a coupon is for the product that is sold. */
export const isForMembership = (coupon: Coupon | undefined): boolean =>
  coupon?.applies_to?.products.includes(products.membership) ?? true;

/** Returns whether everybody can redeem a code. */
export const isForAll = ({ customer, restrictions, promotion }: PromotionCode): boolean =>
  customer === null &&
  !restrictions.first_time_transaction &&
  restrictions.minimum_amount === null &&
  isForMembership(couponOf(promotion.coupon));
