import { z } from 'zod';
import { endpoint, listObject } from './api.ts';
import { catalog, type Coupon, couponOf, isForMembership, type PromotionCode } from './catalog.ts';
import { hidden, newCheckoutSession, newPortalSession, type Order, unix } from './objects.ts';
import { count, nonEmptyText, pagination, resourceMissing, StripeError } from './parameters.ts';
import { activeCustomer, get, list, save } from './store.ts';
import type { UnitOfWork } from './work.ts';

const sessions = '/v1/checkout/sessions';
const url = nonEmptyText.refine((value) => URL.canParse(value.replace('{CHECKOUT_SESSION_ID}', 'x')));

const creation = {
  mode: z.literal('subscription'),
  success_url: url,
  cancel_url: url,
  line_items: z.tuple([z.strictObject({ price: nonEmptyText, quantity: z.literal('1') })]),
  customer: nonEmptyText.optional(),
  customer_email: nonEmptyText.optional(),
  client_reference_id: nonEmptyText.max(200),
  locale: nonEmptyText,
  subscription_data: z.strictObject({
    trial_period_days: count.optional(),
    metadata: z.record(z.string().max(40), nonEmptyText.max(500)),
  }),
  discounts: z
    .tuple([z.strictObject({ coupon: nonEmptyText.optional(), promotion_code: nonEmptyText.optional() })])
    .optional(),
};
type Creation = z.output<z.ZodObject<typeof creation>>;

const refuse = (message: string, code?: string): never => {
  throw new StripeError(400, message, { param: 'discounts[0][promotion_code]', ...(code !== undefined && { code }) });
};

/**
 * Refuses a code that this buyer cannot redeem (https://docs.stripe.com/api/promotion_codes/object). With a trial, the
 * first invoice of which the minimum is required is of zero.
 */
const checkRestrictions = async (
  { trx }: UnitOfWork,
  { customer, restrictions: { first_time_transaction: isFirstOnly, minimum_amount: minimum } }: PromotionCode,
  { customer: buyer, subscription_data: { trial_period_days: trialDays } }: Creation,
): Promise<void> => {
  if (customer !== null && customer !== buyer) refuse('This promotion code is for another customer.');
  // https://docs.stripe.com/error-codes#promotion-code-customer-missing-first-time
  if (isFirstOnly && buyer === undefined)
    refuse('A customer is required.', 'promotion_code_customer_missing_first_time');
  if (isFirstOnly && (await list(trx, 'invoice', buyer)).length > 0) {
    refuse('The customer has prior transactions.', 'promotion_code_customer_not_first_time');
  }
  if (minimum !== null && minimum > (trialDays === undefined ? catalog.price.unit_amount : 0)) {
    refuse('The order does not reach the minimum amount.');
  }
};

/** Returns a checkout's coupon, and its promotion code. @throws StripeError when this buyer cannot use it */
const discountOf = async (work: UnitOfWork, order: Creation): Promise<Pick<Order, 'coupon' | 'code'>> => {
  if (order.discounts === undefined) return { coupon: null, code: null };
  const [{ coupon: id = '', promotion_code: codeId }] = order.discounts;
  const promotion = catalog.promotionCodes.find((one) => one.id === codeId);
  if (codeId !== undefined && promotion === undefined) {
    throw resourceMissing('promotion code', codeId, 'discounts[0][promotion_code]');
  }
  if (promotion?.active === false) refuse('This promotion code has expired.', 'promotion_code_expired');
  if (promotion !== undefined) await checkRestrictions(work, promotion, order);
  const coupon = couponOf(promotion?.promotion.coupon ?? id);
  if (coupon === undefined) throw resourceMissing('coupon', id, 'discounts[0][coupon]');
  if (!isForMembership(coupon)) refuse('The coupon applies to nothing in this order.');
  return { coupon: coupon.id, code: promotion?.code ?? null };
};

const createSession = async (work: UnitOfWork, input: Creation) => {
  const { trx, now, publicUrl } = work;
  const { line_items, subscription_data, discounts: _discounts, ...order } = input;
  const [{ price }] = line_items;
  if (price !== catalog.price.id) throw resourceMissing('price', price, 'line_items[0][price]');
  if (order.customer !== undefined && order.customer_email !== undefined) {
    throw new StripeError(400, 'You may only specify one of these parameters: customer, customer_email.', {
      param: 'customer',
    });
  }
  if (order.customer !== undefined) await activeCustomer(trx, order.customer, 'customer');
  const { metadata, trial_period_days: trialDays = null } = subscription_data;
  const unseen = { trialDays, metadata, ...(await discountOf(work, input)) };
  return save(trx, { ...newCheckoutSession(publicUrl, now, order), [hidden]: unseen });
};

const expired = { status: 'expired' as const, url: null };

const appliesTo = z.tuple([z.literal('applies_to')]).optional();
/** Stripe includes the products of a coupon only when they are asked for. */
const shownCoupon = ({ applies_to: only, ...coupon }: Coupon, isWhole: boolean) => ({
  ...coupon,
  ...(isWhole && only !== undefined && { applies_to: only }),
});
export const withCoupon = <Holder extends { coupon: string }>(holder: Holder, isWhole = false) => {
  const coupon = couponOf(holder.coupon);
  return { ...holder, coupon: coupon && shownCoupon(coupon, isWhole) };
};

/** The calls about what is sold, and the pages on which it is paid and managed. */
export const checkoutEndpoints = [
  endpoint('GET', '/v1/prices/:id', {}, async (_work, _input, id) => {
    if (id !== catalog.price.id) throw resourceMissing('price', id);
    return catalog.price;
  }),

  endpoint('GET', '/v1/coupons/:id', { expand: appliesTo }, async (_work, { expand }, id) => {
    const coupon = couponOf(id);
    if (coupon === undefined) throw resourceMissing('coupon', id);
    return shownCoupon(coupon, expand !== undefined);
  }),

  endpoint(
    'GET',
    '/v1/promotion_codes',
    {
      ...pagination,
      expand: z.tuple([z.literal('data.promotion.coupon.applies_to')]).optional(),
      code: nonEmptyText,
      active: z.literal('true'),
    },
    async (_work, { code, expand, ...page }) => {
      const found = catalog.promotionCodes.filter((one) => one.active && one.code === code.toUpperCase());
      const all = expand ? found.map((one) => ({ ...one, promotion: withCoupon(one.promotion, true) })) : found;
      return listObject('/v1/promotion_codes', all, page);
    },
  ),

  endpoint('POST', sessions, creation, createSession),

  endpoint('GET', `${sessions}/:id`, {}, async ({ trx, now }, _input, id) => {
    const session = await get(trx, 'checkout.session', id);
    const isOver = session.status === 'open' && session.expires_at <= unix(now);
    return isOver ? { ...session, ...expired } : session;
  }),

  endpoint('POST', `${sessions}/:id/expire`, {}, async (work, _input, id) => {
    const session = await get(work.trx, 'checkout.session', id);
    const { status } = session;
    if (status === 'open') return save(work.trx, { ...session, ...expired });
    throw new StripeError(
      400,
      `Only Checkout Sessions with a status in ["open"] can be expired. This one is ${status}.`,
    );
  }),

  endpoint(
    'POST',
    '/v1/billing_portal/sessions',
    { customer: nonEmptyText, locale: nonEmptyText, return_url: url },
    async ({ trx, publicUrl, now }, order) => {
      await activeCustomer(trx, order.customer, 'customer');
      return save(trx, newPortalSession(publicUrl, now, order));
    },
  ),
];
