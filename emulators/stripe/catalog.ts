/** The id of the only price. In a real account, price and codes are set up in Stripe's Dashboard. */
export const simulatedPriceId = 'price_membership_monthly';

export type Coupon = { id: string; name: string; percentOff: number; months: number | null };
export type PromotionCode = { id: string; code: string; coupon: string; expiresAt: Date | null };

export type Catalog = {
  created: Date;
  product: { id: string; name: string; description: string };
  price: { id: string; amount: number; currency: string; lookupKey: string };
  coupons: readonly Coupon[];
  promotionCodes: readonly PromotionCode[];
};

export const createCatalog = (priceId: string): Catalog => ({
  created: new Date('2026-01-05T09:00:00Z'),
  product: { id: 'prod_membership', name: 'Family membership', description: 'Every package, for three children.' },
  price: { id: priceId, amount: 999, currency: 'usd', lookupKey: 'membership_monthly' },
  coupons: [
    { id: 'welcome20', name: 'Welcome −20%', percentOff: 20, months: 3 },
    // No promotion code uses this coupon. Only the staff knows its id.
    { id: 'staff_free', name: 'Staff −100%', percentOff: 100, months: null },
  ],
  promotionCodes: [
    { id: 'promo_welcome20', code: 'WELCOME20', coupon: 'welcome20', expiresAt: null },
    {
      id: 'promo_lastyear',
      code: 'LASTYEAR',
      coupon: 'welcome20',
      expiresAt: new Date('2026-01-31T23:59:59Z'),
    },
  ],
});

export const couponOf = (catalog: Catalog, id: string | null): Coupon | undefined =>
  catalog.coupons.find((coupon) => coupon.id === id);

export const isUsable = (promotionCode: PromotionCode, now: Date): boolean =>
  promotionCode.expiresAt === null || promotionCode.expiresAt > now;

/** Returns the promotion code that a customer typed, ignoring upper and lower case. */
export const promotionOfCode = (catalog: Catalog, code: string): PromotionCode | undefined =>
  catalog.promotionCodes.find((promotion) => promotion.code.toLowerCase() === code.trim().toLowerCase());

/** Returns the discount on an amount. Both are in the smallest currency unit. */
export const discountOn = (coupon: Coupon | undefined, amount: number): number =>
  coupon === undefined ? 0 : Math.round((amount * coupon.percentOff) / 100);
