import { newId } from '../ids.ts';
import type { Amounts } from '../lifecycle/amounts.ts';
import type { Context, Stored } from '../stored.ts';
import { initially, unix } from '../time.ts';
import { periodOf, type Subscription } from './subscription.ts';

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
