import { z } from 'zod';
import { endpoint, listOf, retrieval } from './api.ts';
import { catalog, couponOf, type Coupon, isForMembership, type PromotionCode } from './catalog.ts';
import { expireCheckout } from './lifecycle.ts';
import { invoiceEndpoints } from './invoice-endpoints.ts';
import {
  type DeletedCustomer,
  daysAfter,
  newCheckoutSession,
  newPortalSession,
  newSchedule,
  type Order,
  type StoredSubscription,
  unix,
} from './objects.ts';
import {
  booleanText,
  count,
  momentOrNone,
  nonEmptyText,
  pagination,
  resourceMissing,
  StripeError,
} from './parameters.ts';
import { activeCustomer, find, get, list, save, saveObject } from './store.ts';
import { changeSubscription, endSubscription, updateSubscription } from './subscriptions.ts';
import type { UnitOfWork } from './work.ts';

const sessions = '/v1/checkout/sessions';
const subscriptions = '/v1/subscriptions';
const schedules = '/v1/subscription_schedules';
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
  const [{ price }] = input.line_items;
  if (price !== catalog.price.id) throw resourceMissing('price', price, 'line_items[0][price]');
  if (input.customer !== undefined && input.customer_email !== undefined) {
    throw new StripeError(400, 'You may only specify one of these parameters: customer, customer_email.', {
      param: 'customer',
    });
  }
  if (input.customer !== undefined) await activeCustomer(trx, input.customer, 'customer');
  const { metadata, trial_period_days: trialDays = null } = input.subscription_data;
  const object = newCheckoutSession(publicUrl, { ...input, expiresAt: daysAfter(now, 1) });
  await save(trx, { object, hidden: { trialDays, metadata, ...(await discountOf(work, input)) }, due_at: null });
  return object;
};

const appliesTo = z.tuple([z.literal('applies_to')]).optional();
/** Stripe includes the products of a coupon only when they are asked for. */
const shownCoupon = ({ applies_to: only, ...coupon }: Coupon, isWhole: boolean) => ({
  ...coupon,
  ...(isWhole && only !== undefined && { applies_to: only }),
});
const withCoupon = <Holder extends { coupon: string }>(holder: Holder, isWhole = false) => {
  const coupon = couponOf(holder.coupon);
  return { ...holder, coupon: coupon && shownCoupon(coupon, isWhole) };
};

const withId = (row: StoredSubscription) => ({ id: row.object.id, row });

const parts = z.enum(['discounts.source.coupon', 'latest_invoice']);
const listParts = z.enum(['data.discounts.source.coupon', 'data.latest_invoice']);

/** Returns a subscription with the named parts instead of their ids. */
const expanded = async (
  { trx }: UnitOfWork,
  { object, hidden: { discount } }: StoredSubscription,
  expand: readonly (z.output<typeof parts> | z.output<typeof listParts>)[],
) => {
  const has = (part: z.output<typeof parts>): boolean => expand.includes(part) || expand.includes(`data.${part}`);
  return {
    ...object,
    ...(has('discounts.source.coupon') && {
      discounts: discount === null ? [] : [{ ...discount, source: withCoupon(discount.source) }],
    }),
    ...(has('latest_invoice') && {
      latest_invoice: object.latest_invoice && (await get(trx, 'invoice', object.latest_invoice)).object,
    }),
  };
};

const statuses = ['trialing', 'active', 'past_due', 'canceled', 'ended', 'all'] as const;
/** Without a status, a list has everything that is not canceled (https://docs.stripe.com/api/subscriptions/list). */
const isListed = ({ object: { status } }: StoredSubscription, wanted: (typeof statuses)[number] | undefined): boolean =>
  wanted === 'all' ||
  (wanted === undefined ? status !== 'canceled' : status === (wanted === 'ended' ? 'canceled' : wanted));

/** Every call of the API that the portal and its tests make. */
export const endpoints = [
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
      expand: z.tuple([z.enum(['data.promotion.coupon', 'data.promotion.coupon.applies_to'])]).optional(),
      code: nonEmptyText,
      active: z.literal('true'),
    },
    async (_work, { code, expand, ...page }) => {
      const found = catalog.promotionCodes.filter((one) => one.active && one.code === code.toUpperCase());
      const isWhole = expand?.[0] === 'data.promotion.coupon.applies_to';
      const all = expand ? found.map((one) => ({ ...one, promotion: withCoupon(one.promotion, isWhole) })) : found;
      return listOf('/v1/promotion_codes', all, page);
    },
  ),

  endpoint('POST', sessions, creation, createSession),

  endpoint('GET', `${sessions}/:id`, {}, async ({ trx, now }, _input, id) => {
    const { object } = await get(trx, 'checkout.session', id);
    const isOver = object.status === 'open' && object.expires_at <= unix(now);
    return isOver ? { ...object, status: 'expired', url: null } : object;
  }),

  endpoint('POST', `${sessions}/:id/expire`, {}, async (work, _input, id) => {
    const session = await get(work.trx, 'checkout.session', id);
    const { status } = session.object;
    if (status === 'open') return expireCheckout(work, session);
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
      return saveObject(trx, newPortalSession(publicUrl, now, order));
    },
  ),

  endpoint(
    'GET',
    subscriptions,
    {
      ...pagination,
      expand: z.array(listParts).default([]),
      customer: nonEmptyText.optional(),
      status: z.enum(statuses).optional(),
    },
    async (work, { customer, expand, status, ...page }) => {
      if (customer !== undefined && (await find(work.trx, 'customer', customer)) === undefined) {
        throw resourceMissing('customer', customer, 'customer');
      }
      const all = (await list(work.trx, 'subscription', customer)).filter((row) => isListed(row, status));
      const found = listOf(subscriptions, all.map(withId), page);
      return { ...found, data: await Promise.all(found.data.map(({ row }) => expanded(work, row, expand))) };
    },
  ),

  endpoint('GET', `${subscriptions}/:id`, { expand: z.array(parts).default([]) }, async (work, { expand }, id) =>
    expanded(work, await get(work.trx, 'subscription', id), expand),
  ),

  endpoint(
    'POST',
    `${subscriptions}/:id`,
    {
      cancel_at: momentOrNone.optional(),
      cancel_at_period_end: booleanText.optional(),
      metadata: z.record(z.string().max(40), z.string().max(500)).optional(),
      pause_collection: z
        .union([
          z.literal('').transform(() => null),
          z.strictObject({
            behavior: z.enum(['keep_as_draft', 'mark_uncollectible', 'void']),
            resumes_at: momentOrNone.default(null),
          }),
        ])
        .optional(),
    },
    async (work, input, id) => updateSubscription(work, await get(work.trx, 'subscription', id), input),
  ),

  endpoint('DELETE', `${subscriptions}/:id`, {}, async (work, _input, id) => {
    const subscription = await get(work.trx, 'subscription', id);
    if (subscription.object.status === 'canceled') throw resourceMissing('subscription', id);
    return endSubscription(work, subscription);
  }),

  retrieval(schedules, 'subscription_schedule'),

  endpoint('POST', schedules, { from_subscription: nonEmptyText }, async (work, { from_subscription: id }) => {
    const subscription = await get(work.trx, 'subscription', id);
    const schedule = newSchedule(work.now, subscription.object);
    await changeSubscription(work, subscription, { schedule: schedule.id });
    return saveObject(work.trx, schedule);
  }),

  endpoint('POST', `${schedules}/:id/release`, {}, async (work, _input, id) => {
    const { object } = await get(work.trx, 'subscription_schedule', id);
    if (object.subscription === null || object.status !== 'active') {
      throw new StripeError(400, `You cannot release a subscription schedule that is ${object.status}.`);
    }
    await changeSubscription(work, await get(work.trx, 'subscription', object.subscription), { schedule: null });
    const released = { released_at: unix(work.now), released_subscription: object.subscription };
    return saveObject(work.trx, { ...object, ...released, status: 'released' as const, subscription: null });
  }),

  ...invoiceEndpoints,

  retrieval('/v1/customers', 'customer'),

  endpoint('DELETE', '/v1/customers/:id', {}, async (work, _input, id) => {
    const customer = await activeCustomer(work.trx, id);
    for (const subscription of await list(work.trx, 'subscription', id)) {
      if (subscription.object.status !== 'canceled') await endSubscription(work, subscription);
    }
    await work.emit('customer.deleted', customer);
    return saveObject<DeletedCustomer>(work.trx, { id, object: 'customer', deleted: true });
  }),
];
