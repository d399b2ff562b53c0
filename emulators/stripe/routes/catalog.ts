import { z } from 'zod';
import { couponOf, isUsable, promotionOfCode, type PromotionCode } from '../catalog.ts';
import { endpoint } from '../endpoint.ts';
import { resourceMissing } from '../errors.ts';
import { listOf } from '../lists.ts';
import { booleanText, pagination, nonEmptyText } from '../parameters.ts';
import { timesRedeemed } from '../store.ts';
import type { UnitOfWork } from '../work.ts';

const promotionNow = async ({ trx, now }: UnitOfWork, promotion: PromotionCode) => ({
  ...promotion,
  active: isUsable(promotion, now),
  times_redeemed: await timesRedeemed(trx, 'promotion_code', promotion.id),
});

const priceFilter = {
  ...pagination,
  lookup_keys: z.array(nonEmptyText).max(10).optional(),
  product: nonEmptyText.optional(),
  active: booleanText.optional(),
};
const codeFilter = {
  ...pagination,
  code: nonEmptyText.optional(),
  coupon: nonEmptyText.optional(),
  active: booleanText.optional(),
};

/** The read-only endpoints of products, prices, coupons and promotion codes. */
export const catalog = [
  endpoint('GET', '/v1/products/:id', {}, async ({ catalog: goods }, _input, id) => {
    if (id !== goods.product.id) throw resourceMissing('product', id);
    return goods.product;
  }),

  endpoint('GET', '/v1/prices/:id', {}, async ({ catalog: goods }, _input, id) => {
    if (id !== goods.price.id) throw resourceMissing('price', id);
    return goods.price;
  }),

  endpoint('GET', '/v1/prices', priceFilter, async ({ catalog: goods }, input) => {
    const { lookup_keys: keys, product, active, ...page } = input;
    const fits =
      (keys === undefined || keys.includes(goods.price.lookup_key)) &&
      (product ?? goods.product.id) === goods.product.id &&
      active !== false;
    return listOf('/v1/prices', fits ? [goods.price] : [], page);
  }),

  endpoint('GET', '/v1/coupons/:id', {}, async ({ trx, catalog: goods }, _input, id) => {
    const coupon = couponOf(goods, id);
    if (coupon === undefined) throw resourceMissing('coupon', id);
    return { ...coupon, times_redeemed: await timesRedeemed(trx, 'coupon', id) };
  }),

  endpoint('GET', '/v1/promotion_codes', codeFilter, async (work, { code, coupon, active, ...page }) => {
    const found = code === undefined ? work.catalog.promotionCodes : [promotionOfCode(work.catalog, code)];
    const all = await Promise.all(found.flatMap((promotion) => (promotion ? [promotionNow(work, promotion)] : [])));
    const wanted = all.filter(
      (promotion) =>
        (active ?? promotion.active) === promotion.active &&
        (coupon ?? promotion.promotion.coupon) === promotion.promotion.coupon,
    );
    return listOf('/v1/promotion_codes', wanted, page);
  }),

  endpoint('GET', '/v1/promotion_codes/:id', {}, async (work, _input, id) => {
    const promotion = work.catalog.promotionCodes.find((known) => known.id === id);
    if (promotion === undefined) throw resourceMissing('promotion code', id);
    return promotionNow(work, promotion);
  }),
];
