import { checkoutSessionObject } from '../formatters/checkout-session.ts';
import { invoiceObject } from '../formatters/invoice.ts';
import { subscriptionObject } from '../formatters/subscription.ts';
import { resourceMissing } from '../errors.ts';
import type { CheckoutSessionRow } from '../store/checkout-sessions.ts';
import type { InvoiceRow } from '../store/invoices.ts';
import { findSubscription, type SubscriptionRow } from '../store/subscriptions.ts';
import type { UnitOfWork } from '../work.ts';
import { checkoutAmounts } from './amounts.ts';

// These functions convert rows to Stripe's format, and load the other rows that the format needs.

export const subscriptionWire = ({ catalog }: UnitOfWork, row: SubscriptionRow) => subscriptionObject(catalog, row);

export const invoiceWire = async ({ trx, catalog }: UnitOfWork, row: InvoiceRow) => {
  const subscription = await findSubscription(trx, row.subscription);
  if (subscription === undefined) throw resourceMissing('subscription', row.subscription);
  return invoiceObject(catalog, row, subscription);
};

export const checkoutSessionWire = ({ catalog, publicUrl }: UnitOfWork, row: CheckoutSessionRow) =>
  checkoutSessionObject(row, {
    url: `${publicUrl}/c/pay/${row.id}`,
    currency: catalog.price.currency,
    today: checkoutAmounts(catalog, row).today,
  });
