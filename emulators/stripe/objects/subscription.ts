import { newId, type Stored, initially, unix, unixOrNull } from './common.ts';
import type { Context } from '../catalog.ts';

export type SubscriptionState = 'trialing' | 'active' | 'past_due' | 'canceled';
/** The coupon of an order, and the promotion code by which it was found. */
export type Discount = { coupon: string | null; promotion_code: string | null };

type SubscriptionOrder = {
  customer: string;
  card: string;
  metadata: Record<string, string>;
  trialEnd: Date | null;
  periodEnd: Date;
};

const newItem = ({ catalog, now }: Context, periodEnd: Date) => ({
  id: newId('si'),
  object: 'subscription_item',
  current_period_end: unix(periodEnd),
  current_period_start: unix(now),
  price: catalog.price,
});
type Item = ReturnType<typeof newItem>;

export const newSubscription = (work: Context, { trialEnd, periodEnd, ...order }: SubscriptionOrder) => ({
  id: newId('sub'),
  object: 'subscription' as const,
  billing_cycle_anchor: unix(trialEnd ?? work.now),
  cancel_at: initially<number | null>(null),
  cancel_at_period_end: false,
  created: unix(work.now),
  customer: order.customer,
  default_payment_method: order.card,
  discounts: initially<string[]>([]),
  ended_at: initially<number | null>(null),
  items: { object: 'list', data: initially<[Item]>([newItem(work, periodEnd)]) },
  latest_invoice: initially<string | null>(null),
  metadata: order.metadata,
  status: initially<SubscriptionState>(trialEnd === null ? 'active' : 'trialing'),
  trial_end: unixOrNull(trialEnd),
});
export type Subscription = ReturnType<typeof newSubscription>;
export type StoredSubscription = Stored<Subscription, Pick<Discount, 'coupon'>>;

/** Returns the end of the paid period that the subscription is in. */
export const periodEndOf = ({ items }: Subscription): number => items.data[0].current_period_end;

/** Returns the items of a subscription in its next period. */
export const itemsInPeriod = ({ items }: Subscription, start: number, end: number): Subscription['items'] => ({
  ...items,
  data: [{ ...items.data[0], current_period_start: start, current_period_end: end }],
});

/** Amounts in the smallest currency unit. */
export type Amounts = { subtotal: number; discount: number; total: number };

/** The payment of an invoice. PaymentIntents exist as ids only. An invoice of zero has none. */
export type Payment = { payment_intent: string | null; isRefunded: boolean };

/** Returns the open invoice of the period that the subscription is in. */
export const newInvoice = ({ catalog, now }: Context, subscription: Subscription, { total }: Amounts) => ({
  id: newId('in'),
  object: 'invoice' as const,
  amount_paid: 0,
  amount_remaining: total,
  attempt_count: 0,
  created: unix(now),
  currency: catalog.price.currency,
  customer: subscription.customer,
  next_payment_attempt: initially<number | null>(null),
  parent: { subscription_details: { subscription: subscription.id }, type: 'subscription_details' },
  status: initially<'open' | 'paid'>('open'),
  total,
});
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
          invoice: invoice.id,
          payment: { payment_intent: payment.payment_intent, type: 'payment_intent' },
          status: invoice.status,
        },
      ];

export const newRefund = ({ object: invoice, hidden: payment }: StoredInvoice, created: Date) => ({
  id: newId('re'),
  object: 'refund' as const,
  amount: invoice.total,
  created: unix(created),
  customer: invoice.customer,
  payment_intent: payment.payment_intent,
  status: 'succeeded',
});
export type Refund = ReturnType<typeof newRefund>;
