import { newId, type Stored, initially, unix, unixOrNull } from './common.ts';
import type { Context } from '../catalog.ts';

export type SubscriptionState = 'trialing' | 'active' | 'past_due' | 'canceled';
export type EndReason = 'cancellation_requested' | 'payment_failed';
/** The coupon of an order, and the promotion code by which it was found. */
export type Discount = { coupon: string | null; promotion_code: string | null };

type SubscriptionOrder = Discount & {
  customer: string;
  card: string;
  quantity: number;
  metadata: Record<string, string>;
  trialEnd: Date | null;
  periodEnd: Date;
};

const newItem = ({ catalog, now }: Context, subscription: string, { quantity, periodEnd }: SubscriptionOrder) => ({
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

export const newSubscription = (work: Context, order: SubscriptionOrder) => {
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

/** Amounts in the smallest currency unit. */
export type Amounts = { subtotal: number; discount: number; total: number };

/** The payment of an invoice. PaymentIntents and charges exist as ids only. An invoice of zero has none. */
export type Payment = {
  payment_intent: string | null;
  charge: string | null;
  payment_method: string | null;
  isRefunded: boolean;
};

type Bill = {
  customer: { email: string | null; name: string | null } | undefined;
  number: string;
  amounts: Amounts;
  reason: 'subscription_create' | 'subscription_cycle';
};

/** Returns the open invoice of the period that the subscription is in. */
export const newInvoice = ({ catalog, now }: Context, subscription: Subscription, bill: Bill) => {
  const id = newId('in');
  const created = unix(now);
  const { subtotal, discount, total } = bill.amounts;
  const discounts = discount > 0 ? subscription.discounts : [];
  const discountAmounts = discounts.map((name) => ({ amount: discount, discount: name }));
  const period = periodOf(subscription);
  return {
    id,
    object: 'invoice' as const,
    amount_due: total,
    amount_paid: 0,
    amount_remaining: total,
    attempt_count: 0,
    attempted: false,
    auto_advance: total > 0,
    billing_reason: bill.reason,
    collection_method: 'charge_automatically',
    created,
    currency: catalog.price.currency,
    customer: subscription.customer,
    customer_email: bill.customer?.email ?? null,
    customer_name: bill.customer?.name ?? null,
    discounts,
    effective_at: created,
    livemode: false,
    metadata: {},
    next_payment_attempt: initially<number | null>(total > 0 ? created : null),
    number: bill.number,
    parent: {
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    period_end: period.end,
    period_start: period.start,
    status: initially<'open' | 'paid'>('open'),
    status_transitions: {
      finalized_at: created,
      paid_at: initially<number | null>(null),
    },
    subtotal,
    total,
    total_discount_amounts: discountAmounts,
  };
};
export type Invoice = ReturnType<typeof newInvoice>;
export type StoredInvoice = Stored<Invoice, Payment>;

export const subscriptionIdOf = ({ parent }: Invoice): string => parent.subscription_details.subscription;

/** Returns the payments of an invoice: one, or none for an invoice of zero. */
export const paymentsOf = ({ object: invoice, hidden: payment }: StoredInvoice) =>
  payment.payment_intent === null
    ? []
    : [
        {
          id: `inpay_${invoice.id.slice(3)}`,
          object: 'invoice_payment',
          amount_paid: invoice.status === 'paid' ? invoice.total : null,
          amount_requested: invoice.total,
          created: invoice.created,
          currency: invoice.currency,
          invoice: invoice.id,
          is_default: true,
          livemode: false,
          payment: { payment_intent: payment.payment_intent, type: 'payment_intent' },
          status: invoice.status,
          status_transitions: { canceled_at: null, paid_at: invoice.status_transitions.paid_at },
        },
      ];

type RefundOrder = { created: Date; amount: number };

export const newRefund = ({ object: invoice, hidden: payment }: StoredInvoice, { created, ...order }: RefundOrder) => ({
  ...order,
  id: newId('re'),
  object: 'refund' as const,
  charge: payment.charge,
  created: unix(created),
  currency: invoice.currency,
  customer: invoice.customer,
  payment_intent: payment.payment_intent,
  payment_method: payment.payment_method,
  status: 'succeeded',
});
export type Refund = ReturnType<typeof newRefund>;
