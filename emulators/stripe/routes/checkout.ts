import { z } from 'zod';
import { hour } from '../../../src/lib/durations.ts';
import { couponOf, isUsable } from '../catalog.ts';
import { endpoint, retrieval } from '../api.ts';
import {
  invalid,
  resourceMissing,
  StripeError,
  count,
  locale,
  metadata,
  nonEmptyText,
  pagination,
} from '../parameters.ts';
import { expireCheckout } from '../lifecycle/due.ts';
import { listOf } from '../expand.ts';
import { newPortalSession, newCheckoutSession, type StoredSession } from '../objects/purchase.ts';
import type { Discount } from '../objects/subscription.ts';
import { activeCustomer, get, save, saveObject } from '../store.ts';
import type { UnitOfWork } from '../work.ts';

const path = '/v1/checkout/sessions';
const lifetime = 24 * hour;

const url = nonEmptyText.refine((value) => URL.canParse(value.replace('{CHECKOUT_SESSION_ID}', 'x')));

const creation = {
  mode: z.literal('subscription'),
  success_url: url,
  cancel_url: url.optional(),
  line_items: z.array(z.strictObject({ price: nonEmptyText, quantity: z.literal('1').optional() })).length(1),
  customer: nonEmptyText.optional(),
  customer_email: nonEmptyText.optional(),
  client_reference_id: nonEmptyText.max(200).optional(),
  locale: locale.optional(),
  subscription_data: z
    .strictObject({
      trial_period_days: count.refine((days) => days >= 1 && days <= 730).optional(),
      metadata: metadata.optional(),
    })
    .optional(),
  discounts: z
    .array(z.strictObject({ coupon: nonEmptyText.optional(), promotion_code: nonEmptyText.optional() }))
    .max(1)
    .optional(),
};
type Creation = z.output<z.ZodObject<typeof creation>>;

const onlyOneOf = (first: string, second: string): StripeError =>
  new StripeError(400, `You may only specify one of these parameters: ${first}, ${second}.`, { param: first });

/**
 * Returns the coupon of a checkout, and its promotion code if it has one.
 * @throws StripeError when the coupon or the code is unknown or expired.
 */
const discountOf = (work: UnitOfWork, given: Creation['discounts']): Discount => {
  const [discount] = given ?? [];
  if (discount === undefined) return { coupon: null, promotion_code: null };
  const { coupon, promotion_code: promotionCode } = discount;
  if (coupon !== undefined && promotionCode !== undefined) throw onlyOneOf('coupon', 'promotion_code');
  if (promotionCode === undefined) {
    if (coupon === undefined || couponOf(work.catalog, coupon) === undefined) {
      throw resourceMissing('coupon', coupon ?? '', 'discounts[0][coupon]');
    }
    return { coupon, promotion_code: null };
  }
  const promotion = work.catalog.promotionCodes.find(({ id }) => id === promotionCode);
  if (promotion === undefined) throw resourceMissing('promotion code', promotionCode, 'discounts[0][promotion_code]');
  if (!isUsable(promotion, work.now)) {
    throw new StripeError(400, 'This promotion code has expired.', {
      code: 'promotion_code_expired',
      param: 'discounts[0][promotion_code]',
    });
  }
  return { coupon: promotion.promotion.coupon, promotion_code: promotion.id };
};

const create = async (work: UnitOfWork, input: Creation): Promise<StoredSession> => {
  const [item] = input.line_items;
  if (item?.price !== work.catalog.price.id) throw resourceMissing('price', item?.price ?? '', 'line_items[0][price]');
  if (input.customer !== undefined && input.customer_email !== undefined) {
    throw onlyOneOf('customer', 'customer_email');
  }
  if (input.customer !== undefined) await activeCustomer(work.trx, input.customer, 'customer');
  const { subscription_data: bought } = input;
  const expiresAt = new Date(work.now.getTime() + lifetime);
  const hidden = {
    trial_days: bought?.trial_period_days ?? null,
    metadata: bought?.metadata ?? {},
    ...discountOf(work, input.discounts),
  };
  return save(work.trx, {
    object: newCheckoutSession(work, hidden, { ...input, expiresAt }),
    hidden,
    due_at: expiresAt,
  });
};

const portalSession = {
  customer: nonEmptyText,
  locale: locale.optional(),
  return_url: nonEmptyText.refine((address) => URL.canParse(address)).optional(),
};

/** What a purchase needs: the price, coupons and promotion codes, the checkout, and the billing portal. */
export const checkoutEndpoints = [
  endpoint('GET', '/v1/prices/:id', {}, async ({ catalog }, _input, id) => {
    if (id !== catalog.price.id) throw resourceMissing('price', id);
    return catalog.price;
  }),

  endpoint('GET', '/v1/coupons/:id', {}, async ({ catalog }, _input, id) => {
    const coupon = couponOf(catalog, id);
    if (coupon === undefined) throw resourceMissing('coupon', id);
    return coupon;
  }),

  endpoint(
    'GET',
    '/v1/promotion_codes',
    { ...pagination, code: nonEmptyText, active: z.literal('true') },
    async ({ catalog, now }, { code, active: _active, ...page }) => {
      const found = catalog.promotionCodes.filter((promotion) => promotion.code.toLowerCase() === code.toLowerCase());
      const usable = found.filter((promotion) => isUsable(promotion, now));
      return listOf('/v1/promotion_codes', usable, page);
    },
  ),

  endpoint('POST', path, creation, async (work, input) => (await create(work, input)).object),

  retrieval(path, 'checkout.session'),

  endpoint('POST', `${path}/:id/expire`, {}, async (work, _input, id) => {
    const session = await get(work.trx, 'checkout.session', id);
    const { status } = session.object;
    if (status !== 'open') {
      throw invalid(`Only Checkout Sessions with a status in ["open"] can be expired. This one is ${status}.`);
    }
    return (await expireCheckout(work, session)).object;
  }),

  endpoint('POST', '/v1/billing_portal/sessions', portalSession, async (work, order) => {
    await activeCustomer(work.trx, order.customer, 'customer');
    return saveObject(work.trx, newPortalSession(work, order));
  }),
];
