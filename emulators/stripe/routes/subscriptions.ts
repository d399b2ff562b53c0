import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { invalid, resourceMissing } from '../errors.ts';
import { cancelAtPeriodEnd, changeSubscription, endSubscription } from '../lifecycle/change-subscription.ts';
import { subscriptionWire } from '../lifecycle/wire.ts';
import { listOf } from '../lists.ts';
import { booleanText, mergedMetadata, metadata, pagination, nonEmptyText } from '../parameters.ts';
import { findCustomer } from '../store/customers.ts';
import { findSubscription, listSubscriptions, type SubscriptionRow } from '../store/subscriptions.ts';
import type { UnitOfWork } from '../work.ts';

const path = '/v1/subscriptions';
const states = ['trialing', 'active', 'past_due', 'canceled', 'unpaid', 'incomplete', 'incomplete_expired', 'paused'];
const status = z.enum(['all', 'ended', ...states]).optional();

/** Returns whether the list contains a subscription. Without a status, it leaves out ended subscriptions. */
const isWanted = (asked: string | undefined, { status: has }: SubscriptionRow): boolean => {
  if (asked === undefined) return has !== 'canceled';
  return asked === 'all' || asked === has || (asked === 'ended' && has === 'canceled');
};

const subscriptionOf = async (work: UnitOfWork, id: string): Promise<SubscriptionRow> => {
  const subscription = await findSubscription(work.trx, id);
  if (subscription === undefined) throw resourceMissing('subscription', id);
  return subscription;
};

export const subscriptions = [
  endpoint(
    'GET',
    path,
    { ...pagination, customer: nonEmptyText.optional(), price: nonEmptyText.optional(), status },
    async (work, { customer, price, status: asked, ...page }) => {
      if (customer !== undefined && (await findCustomer(work.trx, customer)) === undefined) {
        throw resourceMissing('customer', customer, 'customer');
      }
      const all = await listSubscriptions(work.trx, customer);
      const wanted = all.filter(
        (row) => isWanted(asked, row) && (price ?? work.catalog.price.id) === work.catalog.price.id,
      );
      return listOf(
        path,
        wanted.map((row) => subscriptionWire(work, row)),
        page,
      );
    },
  ),

  endpoint('GET', `${path}/:id`, {}, async (work, _input, id) =>
    subscriptionWire(work, await subscriptionOf(work, id)),
  ),

  endpoint(
    'POST',
    `${path}/:id`,
    { cancel_at_period_end: booleanText.optional(), metadata: metadata.optional() },
    async (work, input, id) => {
      let subscription = await subscriptionOf(work, id);
      const { cancel_at_period_end: cancel } = input;
      if (cancel !== undefined && subscription.status === 'canceled') {
        throw invalid('A canceled subscription can only update its cancellation_details and metadata.');
      }
      if (input.metadata !== undefined) {
        const merged = mergedMetadata(subscription.metadata, input.metadata);
        subscription = await changeSubscription(work, subscription, { metadata: JSON.stringify(merged) });
      }
      if (cancel !== undefined && cancel !== subscription.cancel_at_period_end) {
        subscription = await cancelAtPeriodEnd(work, subscription, cancel);
      }
      return subscriptionWire(work, subscription);
    },
  ),

  endpoint('DELETE', `${path}/:id`, {}, async (work, _input, id) => {
    const subscription = await subscriptionOf(work, id);
    if (subscription.status === 'canceled') throw resourceMissing('subscription', id);
    return subscriptionWire(work, await endSubscription(work, subscription, 'cancellation_requested'));
  }),
];
