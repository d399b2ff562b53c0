import { z } from 'zod';
import { endpoint, listObject, retrieval } from './api.ts';
import { checkoutEndpoints, withCoupon } from './checkout-endpoints.ts';
import { invoiceEndpoints } from './invoice-endpoints.ts';
import { type DeletedCustomer, hidden, newSchedule, type StoredSubscription, unix } from './objects.ts';
import { nonEmptyText, pagination, resourceMissing, StripeError } from './parameters.ts';
import { activeCustomer, get, list, save } from './store.ts';
import { changeSubscription, endSubscription, subscriptionChange, updateSubscription } from './subscriptions.ts';
import type { UnitOfWork } from './work.ts';

const subscriptions = '/v1/subscriptions';
const schedules = '/v1/subscription_schedules';
const customers = '/v1/customers';

const parts = z.enum(['discounts.source.coupon', 'latest_invoice']);
const listParts = z.enum(['data.discounts.source.coupon', 'data.latest_invoice', 'data.customer']);

/** Returns a subscription with the named parts instead of their ids. */
const expanded = async (
  { trx }: UnitOfWork,
  subscription: StoredSubscription,
  expand: readonly (z.output<typeof parts> | z.output<typeof listParts>)[],
) => {
  const has = (part: z.output<typeof parts>): boolean => expand.includes(part) || expand.includes(`data.${part}`);
  const { latest_invoice: latest, [hidden]: unseen } = subscription;
  return {
    ...subscription,
    ...(has('discounts.source.coupon') && {
      discounts: [unseen.discount ?? []].flat().map((one) => ({ ...one, source: withCoupon(one.source) })),
    }),
    ...(has('latest_invoice') && { latest_invoice: latest && (await get(trx, 'invoice', latest)) }),
    ...(expand.includes('data.customer') && { customer: await get(trx, 'customer', subscription.customer) }),
  };
};

/** Without a status, a list has everything that is not canceled (https://docs.stripe.com/api/subscriptions/list). */
const listedStatus = z.enum(['canceled', 'ended', 'all']).optional();
const isListed = ({ status }: StoredSubscription, wanted: z.output<typeof listedStatus>): boolean =>
  wanted === 'all' || (status === 'canceled') === (wanted !== undefined);

/** Returns the customers that a list has: those who are not deleted. */
const knownCustomers = async ({ trx }: UnitOfWork) =>
  (await list(trx, 'customer')).flatMap((one) => ('deleted' in one ? [] : one));

/** Every call of the API that the portal and its tests make. */
export const endpoints = [
  ...checkoutEndpoints,

  endpoint(
    'GET',
    subscriptions,
    {
      ...pagination,
      expand: z.array(listParts).default([]),
      customer: nonEmptyText.optional(),
      status: listedStatus,
    },
    async (work, { customer, expand, status, ...page }) => {
      if (customer !== undefined) await get(work.trx, 'customer', customer, 'customer');
      const all = (await list(work.trx, 'subscription', customer)).filter((one) => isListed(one, status));
      const found = listObject(subscriptions, all, page);
      return { ...found, data: await Promise.all(found.data.map((one) => expanded(work, one, expand))) };
    },
  ),

  endpoint('GET', `${subscriptions}/:id`, { expand: z.array(parts).default([]) }, async (work, { expand }, id) =>
    expanded(work, await get(work.trx, 'subscription', id), expand),
  ),

  endpoint('POST', `${subscriptions}/:id`, subscriptionChange, async (work, input, id) =>
    updateSubscription(work, await get(work.trx, 'subscription', id), input),
  ),

  endpoint('DELETE', `${subscriptions}/:id`, {}, async (work, _input, id) => {
    const subscription = await get(work.trx, 'subscription', id);
    if (subscription.status === 'canceled') throw resourceMissing('subscription', id);
    return endSubscription(work, subscription);
  }),

  retrieval(schedules, 'subscription_schedule'),

  endpoint('POST', schedules, { from_subscription: nonEmptyText }, async (work, { from_subscription: id }) => {
    const subscription = await get(work.trx, 'subscription', id);
    const schedule = newSchedule(work.now, subscription);
    await changeSubscription(work, subscription, { schedule: schedule.id });
    return save(work.trx, schedule);
  }),

  endpoint('POST', `${schedules}/:id/release`, {}, async (work, _input, id) => {
    const schedule = await get(work.trx, 'subscription_schedule', id);
    const { subscription, status } = schedule;
    if (subscription === null || status !== 'active') {
      throw new StripeError(400, `You cannot release a subscription schedule that is ${status}.`);
    }
    await changeSubscription(work, await get(work.trx, 'subscription', subscription), { schedule: null });
    const released = { status: 'released' as const, released_subscription: subscription, subscription: null };
    return save(work.trx, { ...schedule, ...released });
  }),

  ...invoiceEndpoints,

  // An address is compared with its case (https://docs.stripe.com/api/customers/list).
  endpoint('GET', customers, { ...pagination, email: nonEmptyText.optional() }, async (work, { email, ...page }) => {
    const found = (await knownCustomers(work)).filter((one) => email === undefined || one.email === email);
    return listObject(customers, found, page);
  }),

  // A search ignores case, and finds a new customer after about a minute (https://docs.stripe.com/search).
  endpoint(
    'GET',
    `${customers}/search`,
    { query: z.string(), limit: pagination.limit },
    async (work, { query, ...page }) => {
      const email = /^email:"([^"]+)"$/.exec(query)?.[1]?.toLowerCase();
      if (email === undefined) throw new StripeError(400, 'The simulator searches by email only.', { param: 'query' });
      const indexed = (await knownCustomers(work)).filter(({ created }) => created + 60 <= unix(work.now));
      const found = indexed.filter((one) => one.email.toLowerCase() === email);
      return { ...listObject(`${customers}/search`, found, page), object: 'search_result', next_page: null };
    },
  ),

  retrieval(customers, 'customer'),

  endpoint('DELETE', `${customers}/:id`, {}, async (work, _input, id) => {
    const customer = await activeCustomer(work.trx, id);
    for (const subscription of await list(work.trx, 'subscription', id)) {
      if (subscription.status !== 'canceled') await endSubscription(work, subscription);
    }
    await work.emit('customer.deleted', customer);
    return save<DeletedCustomer>(work.trx, { id, object: 'customer', deleted: true });
  }),
];
