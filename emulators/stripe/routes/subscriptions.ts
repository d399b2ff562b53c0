import { z } from 'zod';
import { endpoint, retrieval } from '../endpoint.ts';
import { invalid, resourceMissing } from '../errors.ts';
import { cancelAtPeriodEnd, changeSubscription, endSubscription } from '../lifecycle/change-subscription.ts';
import { listOf } from '../lists.ts';
import type { Subscription } from '../objects/subscription.ts';
import { booleanText, mergedMetadata, metadata, nonEmptyText, pagination } from '../parameters.ts';
import { find, get, list } from '../store.ts';

const path = '/v1/subscriptions';
const states = ['trialing', 'active', 'past_due', 'canceled', 'unpaid', 'incomplete', 'incomplete_expired', 'paused'];
const status = z.enum(['all', 'ended', ...states]).optional();

/** Returns whether the list contains a subscription. Without a status, it leaves out ended subscriptions. */
const isWanted = (asked: string | undefined, { status: has }: Subscription): boolean => {
  if (asked === undefined) return has !== 'canceled';
  return asked === 'all' || asked === has || (asked === 'ended' && has === 'canceled');
};

export const subscriptions = [
  endpoint(
    'GET',
    path,
    { ...pagination, customer: nonEmptyText.optional(), price: nonEmptyText.optional(), status },
    async ({ trx, catalog }, { customer, price, status: asked, ...page }) => {
      if (customer !== undefined && (await find(trx, 'customer', customer)) === undefined) {
        throw resourceMissing('customer', customer, 'customer');
      }
      const all = (await list(trx, 'subscription', customer)).map(({ object }) => object);
      const wanted = (price ?? catalog.price.id) === catalog.price.id ? all : [];
      return listOf(
        path,
        wanted.filter((subscription) => isWanted(asked, subscription)),
        page,
      );
    },
  ),

  retrieval(path, 'subscription'),

  endpoint(
    'POST',
    `${path}/:id`,
    { cancel_at_period_end: booleanText.optional(), metadata: metadata.optional() },
    async (work, input, id) => {
      let subscription = await get(work.trx, 'subscription', id);
      const { cancel_at_period_end: cancel } = input;
      if (cancel !== undefined && subscription.object.status === 'canceled') {
        throw invalid('A canceled subscription can only update its cancellation_details and metadata.');
      }
      if (input.metadata !== undefined) {
        const merged = mergedMetadata(subscription.object.metadata, input.metadata);
        subscription = await changeSubscription(work, subscription, { metadata: merged });
      }
      if (cancel !== undefined && cancel !== subscription.object.cancel_at_period_end) {
        subscription = await cancelAtPeriodEnd(work, subscription, cancel);
      }
      return subscription.object;
    },
  ),

  endpoint('DELETE', `${path}/:id`, {}, async (work, _input, id) => {
    const subscription = await get(work.trx, 'subscription', id);
    if (subscription.object.status === 'canceled') throw resourceMissing('subscription', id);
    return (await endSubscription(work, subscription, 'cancellation_requested')).object;
  }),
];
