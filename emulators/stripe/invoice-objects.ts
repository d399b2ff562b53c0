import { catalog } from './catalog.ts';
import { hidden, initially, newId, type Stored, unix } from './objects.ts';

/** What an invoice charges. `off` is what a discount took off. */
export type Line = { amount: number; off?: number };

type ItemOrder = { customer: string; subscription?: string | undefined; amount: number };

/** Returns what the next invoice of a customer, or of one of the customer's subscriptions, includes in addition. */
export const newInvoiceItem = ({ customer, subscription, amount }: ItemOrder) => ({
  id: newId('ii'),
  object: 'invoiceitem' as const,
  amount,
  currency: catalog.price.currency,
  customer,
  invoice: initially<string | null>(null),
  parent: subscription === undefined ? null : parentOf(subscription),
});
export type InvoiceItem = ReturnType<typeof newInvoiceItem>;

const parentOf = (subscription: string) => ({
  subscription_details: { subscription },
  type: 'subscription_details' as const,
});

export type InvoiceStatus = 'draft' | 'open' | 'paid' | 'uncollectible' | 'void';

/** Returns a draft. Without a subscription, it is of another product. */
export const newInvoice = (
  now: Date,
  { id: subscription, customer }: { id: string | null; customer: string },
  lines: readonly Line[],
) => {
  const total = Math.max(
    0,
    lines.reduce((sum, { amount }) => sum + amount, 0),
  );
  const off = lines.reduce((sum, line) => sum + (line.off ?? 0), 0);
  return {
    id: newId('in'),
    object: 'invoice' as const,
    amount_due: total,
    amount_paid: 0,
    amount_remaining: total,
    attempt_count: 0,
    auto_advance: true,
    billing_reason: subscription === null ? 'manual' : 'subscription_cycle',
    created: unix(now),
    currency: catalog.price.currency,
    customer,
    next_payment_attempt: initially<number | null>(null),
    metadata: initially<Record<string, string>>({}),
    parent: subscription === null ? null : parentOf(subscription),
    period_end: unix(now),
    status: initially<InvoiceStatus>('draft'),
    status_transitions: { paid_at: initially<number | null>(null) },
    total,
    total_discount_amounts: off === 0 ? [] : [{ amount: off, discount: newId('di') }],
  };
};
export type Invoice = ReturnType<typeof newInvoice>;
/** An invoice, with the id of its payment. An invoice of zero has none. */
export type StoredInvoice = Stored<Invoice, { paymentIntent: string | null }>;

export const subscriptionIdOf = ({ parent }: Pick<Invoice, 'parent'>): string | null =>
  parent?.subscription_details.subscription ?? null;

/** Returns the payments of an invoice: one, or none for an invoice of zero. PaymentIntents exist as ids only. */
export const paymentsOf = ({ id, status, [hidden]: { paymentIntent } }: StoredInvoice) => {
  if (paymentIntent === null) return [];
  const payment = { payment_intent: paymentIntent, type: 'payment_intent' };
  return [{ id: `inpay_${id.slice(3)}`, object: 'invoice_payment', invoice: id, payment, status }];
};

/** A refund. The types know its customer, but not every refund has one. */
export const newRefund = (now: Date, invoice: StoredInvoice, status: 'pending' | 'succeeded') => ({
  id: newId('re'),
  object: 'refund' as const,
  amount: invoice.amount_paid,
  created: unix(now),
  currency: invoice.currency,
  payment_intent: invoice[hidden].paymentIntent,
  status: initially<'pending' | 'succeeded' | 'failed'>(status),
});
export type Refund = ReturnType<typeof newRefund>;
/** A refund, with what becomes of it later. */
export type StoredRefund = Stored<Refund, { becomes: 'succeeded' | 'failed' }>;
