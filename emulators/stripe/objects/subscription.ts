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
  description: string | null;
  trialEnd: Date | null;
  periodEnd: Date;
};

const newItem = ({ catalog, now }: Context, subscription: string, { quantity, periodEnd }: Order) => ({
  id: newId('si'),
  object: 'subscription_item',
  billing_thresholds: null,
  created: unix(now),
  current_period_end: unix(periodEnd),
  current_period_start: unix(now),
  current_trial: null,
  discounts: [],
  metadata: {},
  plan: catalog.plan,
  price: catalog.price,
  quantity,
  subscription,
  tax_rates: [],
});
type Item = ReturnType<typeof newItem>;

export const newSubscription = (work: Context, order: Order) => {
  const id = newId('sub');
  const { trialEnd } = order;
  const created = unix(work.now);
  return {
    id,
    object: 'subscription' as const,
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: unix(trialEnd ?? work.now),
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: null, type: 'classic' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: initially<number | null>(null),
    cancel_at_period_end: false,
    canceled_at: initially<number | null>(null),
    cancellation_details: {
      comment: null,
      feedback: null,
      feedback_option: null,
      reason: initially<EndReason | null>(null),
    },
    collection_method: 'charge_automatically',
    created,
    currency: work.catalog.price.currency,
    customer: order.customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: order.card,
    default_source: null,
    default_tax_rates: [],
    description: order.description,
    discounts: initially<string[]>([]),
    ended_at: initially<number | null>(null),
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: {
      object: 'list',
      data: initially<[Item]>([newItem(work, id, order)]),
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: initially<string | null>(null),
    livemode: false,
    managed_payments: { enabled: false },
    metadata: order.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: created,
    status: initially<SubscriptionState>(trialEnd === null ? 'active' : 'trialing'),
    test_clock: null,
    transfer_data: null,
    trial_end: unixOrNull(trialEnd),
    trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' } },
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
