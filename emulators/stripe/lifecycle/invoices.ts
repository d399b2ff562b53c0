import { couponAt, type Amounts, amountsOf, zeroAmounts } from './amounts.ts';
import { newId } from '../ids.ts';
import { type CardRow, findCustomer } from '../store/customers.ts';
import { addInvoice, type InvoiceRow, listInvoices, updateInvoice } from '../store/invoices.ts';
import { type SubscriptionRow, updateSubscription } from '../store/subscriptions.ts';
import type { UnitOfWork } from '../work.ts';
import { invoiceWire } from './wire.ts';

const amountsNow = ({ catalog, now }: UnitOfWork, subscription: SubscriptionRow): Amounts =>
  subscription.status === 'trialing'
    ? zeroAmounts
    : amountsOf(catalog, subscription.quantity, couponAt(catalog, subscription, now));

/** Creates the invoice of the period that begins, and stores it as the subscription's latest invoice. */
export const invoicePeriod = async (
  work: UnitOfWork,
  subscription: SubscriptionRow,
  reason: 'subscription_create' | 'subscription_cycle',
): Promise<InvoiceRow> => {
  const amounts = amountsNow(work, subscription);
  const customer = await findCustomer(work.trx, subscription.customer);
  const earlier = await listInvoices(work.trx, { customer: subscription.customer });
  const isFree = amounts.total === 0;
  const invoice = await addInvoice(work.trx, {
    id: newId('in'),
    created: work.now,
    number: `${subscription.customer.slice(-8).toUpperCase()}-${String(earlier.length + 1).padStart(4, '0')}`,
    customer: subscription.customer,
    customer_email: customer?.email ?? null,
    customer_name: customer?.name ?? null,
    subscription: subscription.id,
    reason,
    status: 'open',
    is_trial: subscription.status === 'trialing',
    period_start: subscription.period_start,
    period_end: subscription.period_end,
    quantity: subscription.quantity,
    subtotal: amounts.subtotal,
    discount: amounts.discount > 0 ? subscription.discount : null,
    discount_amount: amounts.discount,
    total: amounts.total,
    attempts: 0,
    next_attempt: isFree ? null : work.now,
    paid_at: null,
    payment_intent: isFree ? null : newId('pi'),
    charge: null,
    payment_method: null,
    refunded: 0,
  });
  await updateSubscription(work.trx, subscription.id, { latest_invoice: invoice.id });
  await work.emit('invoice.created', await invoiceWire(work, invoice));
  return invoice;
};

/**
 * Charges the card and creates an event with the result.
 * @param retryAt the time of the next attempt if the card is declined, or null for no further attempt
 * @returns whether the invoice is paid
 */
export const payInvoice = async (
  work: UnitOfWork,
  invoice: InvoiceRow,
  card: CardRow | undefined,
  retryAt: Date | null,
): Promise<boolean> => {
  const isFree = invoice.total === 0;
  if (isFree || card?.behaviour === 'works') {
    const paid = await updateInvoice(work.trx, invoice.id, {
      status: 'paid',
      paid_at: work.now,
      attempts: isFree ? 0 : invoice.attempts + 1,
      next_attempt: null,
      charge: isFree ? null : newId('ch'),
      payment_method: isFree || card === undefined ? null : card.id,
    });
    await work.emit('invoice.paid', await invoiceWire(work, paid));
    return true;
  }
  const failed = await updateInvoice(work.trx, invoice.id, { attempts: invoice.attempts + 1, next_attempt: retryAt });
  await work.emit('invoice.payment_failed', await invoiceWire(work, failed));
  return false;
};
