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
  refunded: number;
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
  const isTrial = subscription.status === 'trialing';
  const { subtotal, discount, total } = bill.amounts;
  const [item] = subscription.items.data;
  const discounts = discount > 0 ? subscription.discounts : [];
  const discountAmounts = discounts.map((name) => ({ amount: discount, discount: name }));
  const period = periodOf(subscription);
  return {
    id,
    object: 'invoice' as const,
    account_country: 'US',
    account_name: catalog.product.name,
    account_tax_ids: null,
    amount_due: total,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: total,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: total > 0,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: bill.reason,
    collection_method: 'charge_automatically',
    created,
    currency: catalog.price.currency,
    custom_fields: null,
    customer: subscription.customer,
    customer_account: null,
    customer_address: null,
    customer_email: bill.customer?.email ?? null,
    customer_name: bill.customer?.name ?? null,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts,
    due_date: null,
    effective_at: created,
    ending_balance: 0,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: {
      object: 'list',
      data: [
        {
          id: `il_${id.slice(3)}`,
          object: 'line_item',
          amount: subtotal,
          currency: catalog.price.currency,
          description: isTrial
            ? `Trial period for ${catalog.product.name}`
            : `${item.quantity} × ${catalog.product.name}`,
          discount_amounts: discountAmounts,
          discountable: true,
          discounts: [],
          invoice: id,
          livemode: false,
          metadata: {},
          parent: {
            invoice_item_details: null,
            subscription_item_details: {
              invoice_item: null,
              proration: false,
              proration_details: null,
              subscription: subscription.id,
              subscription_item: item.id,
            },
            type: 'subscription_item_details',
          },
          period,
          pretax_credit_amounts: [],
          pricing: {
            price_details: { price: catalog.price.id, product: catalog.product.id },
            type: 'price_details',
            unit_amount_decimal: isTrial ? '0' : catalog.price.unit_amount_decimal,
          },
          quantity: item.quantity,
          quantity_decimal: String(item.quantity),
          subscription: subscription.id,
          subtotal,
          taxes: [],
        },
      ],
      has_more: false,
      url: `/v1/invoices/${id}/lines`,
    },
    livemode: false,
    metadata: {},
    next_payment_attempt: initially<number | null>(total > 0 ? created : null),
    number: bill.number,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: period.end,
    period_start: period.start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status: initially<'open' | 'paid'>('open'),
    status_transitions: {
      finalized_at: created,
      marked_uncollectible_at: null,
      paid_at: initially<number | null>(null),
      voided_at: null,
    },
    subtotal,
    subtotal_excluding_tax: subtotal,
    test_clock: null,
    total,
    total_discount_amounts: discountAmounts,
    total_excluding_tax: total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: created,
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
