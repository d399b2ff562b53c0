import { z } from 'zod';
import { endpoint, listOf, retrieval } from './api.ts';
import { catalog, couponOf } from './catalog.ts';
import { cancelAtPeriodEnd, endSubscription, expireCheckout } from './lifecycle.ts';
import {
  type DeletedCustomer,
  daysAfter,
  newCheckoutSession,
  newPortalSession,
  newRefund,
  type Order,
  paymentsOf,
  type StoredSubscription,
  subscriptionIdOf,
  unix,
} from './objects.ts';
import { booleanText, count, nonEmptyText, pagination, resourceMissing, StripeError } from './parameters.ts';
import { activeCustomer, find, get, list, save, saveObject } from './store.ts';
import type { UnitOfWork } from './work.ts';

const sessions = '/v1/checkout/sessions';
const subscriptions = '/v1/subscriptions';
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

/** Returns a checkout's coupon, and its promotion code. @throws StripeError when one is unknown or inactive. */
const discountOf = ({ discounts }: Creation): Pick<Order, 'coupon' | 'code'> => {
  if (discounts === undefined) return { coupon: null, code: null };
  const [{ coupon = '', promotion_code: id }] = discounts;
  if (id === undefined) {
    if (couponOf(coupon) === undefined) throw resourceMissing('coupon', coupon, 'discounts[0][coupon]');
    return { coupon, code: null };
  }
  const promotion = catalog.promotionCodes.find((one) => one.id === id);
  if (promotion === undefined) throw resourceMissing('promotion code', id, 'discounts[0][promotion_code]');
  if (!promotion.active)
    throw new StripeError(400, 'This promotion code has expired.', { code: 'promotion_code_expired' });
  return { coupon: promotion.promotion.coupon, code: promotion.code };
};

const createSession = async ({ trx, now, publicUrl }: UnitOfWork, input: Creation) => {
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
  await save(trx, { object, hidden: { trialDays, metadata, ...discountOf(input) }, due_at: null });
  return object;
};

const withCoupon = <Holder extends { coupon: string }>(holder: Holder) => ({
  ...holder,
  coupon: couponOf(holder.coupon),
});

const withId = (row: StoredSubscription) => ({ id: row.object.id, row });

/** Returns a subscription with the named parts instead of their ids. */
const expanded = async (
  { trx }: UnitOfWork,
  { object, hidden: { discount } }: StoredSubscription,
  parts: readonly string[],
) => ({
  ...object,
  ...(parts.includes('data.discounts.source.coupon') && {
    discounts: discount === null ? [] : [{ ...discount, source: withCoupon(discount.source) }],
  }),
  ...(parts.includes('data.latest_invoice') && {
    latest_invoice: object.latest_invoice && (await get(trx, 'invoice', object.latest_invoice)).object,
  }),
});

/** Every call of the API that the portal and its tests make. */
export const endpoints = [
  endpoint('GET', '/v1/prices/:id', {}, async (_work, _input, id) => {
    if (id !== catalog.price.id) throw resourceMissing('price', id);
    return catalog.price;
  }),

  endpoint('GET', '/v1/coupons/:id', {}, async (_work, _input, id) => {
    const coupon = couponOf(id);
    if (coupon === undefined) throw resourceMissing('coupon', id);
    return coupon;
  }),

  endpoint(
    'GET',
    '/v1/promotion_codes',
    {
      ...pagination,
      expand: z.tuple([z.literal('data.promotion.coupon')]).optional(),
      code: nonEmptyText,
      active: z.literal('true'),
    },
    async (_work, { code, expand, ...page }) => {
      const found = catalog.promotionCodes.filter((one) => one.active && one.code === code.toUpperCase());
      const all = expand ? found.map((one) => ({ ...one, promotion: withCoupon(one.promotion) })) : found;
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
      expand: z.array(z.enum(['data.discounts.source.coupon', 'data.latest_invoice'])).default([]),
      customer: nonEmptyText.optional(),
      status: z.literal('all'),
    },
    async (work, { customer, expand, ...page }) => {
      if (customer !== undefined && (await find(work.trx, 'customer', customer)) === undefined) {
        throw resourceMissing('customer', customer, 'customer');
      }
      const found = listOf(subscriptions, (await list(work.trx, 'subscription', customer)).map(withId), page);
      return { ...found, data: await Promise.all(found.data.map(({ row }) => expanded(work, row, expand))) };
    },
  ),

  retrieval(subscriptions, 'subscription'),

  endpoint('POST', `${subscriptions}/:id`, { cancel_at_period_end: booleanText }, async (work, input, id) => {
    const subscription = await get(work.trx, 'subscription', id);
    if (subscription.object.status !== 'canceled') {
      return cancelAtPeriodEnd(work, subscription, input.cancel_at_period_end);
    }
    throw new StripeError(400, 'A canceled subscription can only update its cancellation_details and metadata.');
  }),

  endpoint('DELETE', `${subscriptions}/:id`, {}, async (work, _input, id) => {
    const subscription = await get(work.trx, 'subscription', id);
    if (subscription.object.status === 'canceled') throw resourceMissing('subscription', id);
    return endSubscription(work, subscription);
  }),

  endpoint(
    'GET',
    '/v1/invoices',
    { ...pagination, subscription: nonEmptyText, status: z.literal('paid').optional() },
    async ({ trx }, { subscription, status, ...page }) => {
      const all = (await list(trx, 'invoice')).filter((invoice) => subscriptionIdOf(invoice) === subscription);
      const wanted = all
        .map(({ object }) => object)
        .filter((invoice) => status === undefined || invoice.status === status);
      return listOf('/v1/invoices', wanted, page);
    },
  ),

  endpoint(
    'GET',
    '/v1/invoice_payments',
    { ...pagination, invoice: nonEmptyText, status: z.literal('paid') },
    async ({ trx }, { invoice, status, ...page }) => {
      const payments = paymentsOf(await get(trx, 'invoice', invoice));
      return listOf(
        '/v1/invoice_payments',
        payments.filter((payment) => payment.status === status),
        page,
      );
    },
  ),

  endpoint(
    'POST',
    '/v1/refunds',
    { payment_intent: nonEmptyText },
    async ({ trx, now }, { payment_intent: intent }) => {
      const invoice = (await list(trx, 'invoice')).find(({ hidden }) => hidden.paymentIntent === intent);
      if (invoice === undefined) throw resourceMissing('payment_intent', intent, 'payment_intent');
      if ((await list(trx, 'refund')).some(({ object }) => object.payment_intent === intent)) {
        throw new StripeError(400, `The payment ${intent} has already been refunded.`, {
          code: 'charge_already_refunded',
        });
      }
      return saveObject(trx, newRefund(now, invoice));
    },
  ),

  endpoint(
    'GET',
    '/v1/refunds',
    { ...pagination, payment_intent: nonEmptyText },
    async ({ trx }, { payment_intent: intent, ...page }) => {
      const all = (await list(trx, 'refund')).map(({ object }) => object);
      return listOf(
        '/v1/refunds',
        all.filter((refund) => refund.payment_intent === intent),
        page,
      );
    },
  ),

  // Nobody disputes a payment here.
  endpoint('GET', '/v1/disputes', { ...pagination, payment_intent: nonEmptyText }, async (_work, page) =>
    listOf('/v1/disputes', [], page),
  ),

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
