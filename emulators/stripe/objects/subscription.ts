import { newId } from '../ids.ts';
import type { Context, Stored } from '../stored.ts';
import { initially, unix, unixOrNull } from '../time.ts';

export type SubscriptionState = 'trialing' | 'active' | 'past_due' | 'canceled';
export type EndReason = 'cancellation_requested' | 'payment_failed';
/** The coupon of an order, and the promotion code by which it was found. */
export type Discount = { coupon: string | null; promotion_code: string | null };

type Order = Discount & {
  customer: string;
  card: string;
  quantity: number;
  metadata: Record<string, string>;
  trialEnd: Date | null;
  periodEnd: Date;
};

const newItem = ({ catalog, now }: Context, subscription: string, { quantity, periodEnd }: Order) => ({
  id: newId('si'),
  object: 'subscription_item',
  created: unix(now),
  current_period_end: unix(periodEnd),
  current_period_start: unix(now),
  metadata: {},
  price: catalog.price,
  quantity,
  subscription,
});
type Item = ReturnType<typeof newItem>;

export const newSubscription = (work: Context, order: Order) => {
  const id = newId('sub');
  const { trialEnd } = order;
  const created = unix(work.now);
  return {
    id,
    object: 'subscription' as const,
    billing_cycle_anchor: unix(trialEnd ?? work.now),
    cancel_at: initially<number | null>(null),
    cancel_at_period_end: false,
    canceled_at: initially<number | null>(null),
    cancellation_details: {
      reason: initially<EndReason | null>(null),
    },
    collection_method: 'charge_automatically',
    created,
    currency: work.catalog.price.currency,
    customer: order.customer,
    default_payment_method: order.card,
    discounts: initially<string[]>([]),
    ended_at: initially<number | null>(null),
    items: {
      object: 'list',
      data: initially<[Item]>([newItem(work, id, order)]),
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: initially<string | null>(null),
    livemode: false,
    metadata: order.metadata,
    start_date: created,
    status: initially<SubscriptionState>(trialEnd === null ? 'active' : 'trialing'),
    trial_end: unixOrNull(trialEnd),
    trial_start: trialEnd === null ? null : created,
  };
};
export type Subscription = ReturnType<typeof newSubscription>;
export type StoredSubscription = Stored<Subscription, Discount>;

/** Returns the paid period that the subscription is in. */
export const periodOf = ({ items }: Subscription): { start: number; end: number } => {
  const [{ current_period_start: start, current_period_end: end }] = items.data;
  return { start, end };
};

/** Returns the items of a subscription in its next period. */
export const itemsInPeriod = ({ items }: Subscription, start: number, end: number): Subscription['items'] => ({
  ...items,
  data: [{ ...items.data[0], current_period_start: start, current_period_end: end }],
});
