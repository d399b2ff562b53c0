import {
  type Invoice,
  type InvoiceItem,
  type InvoiceStatus,
  type Line,
  newInvoice,
  newRefund,
  type Refund,
  type StoredInvoice,
  type StoredRefund,
  subscriptionIdOf,
} from './invoice-objects.ts';
import { type Card, daysAfter, due, hidden, newId, unix, unixOrNull } from './objects.ts';
import { resourceMissing, StripeError } from './parameters.ts';
import { find, get, list, save } from './store.ts';
import type { UnitOfWork } from './work.ts';

/** Stripe keeps a renewal as a draft for about an hour (https://docs.stripe.com/billing/invoices/subscription). */
export const chargedAfter = (created: Date): Date => daysAfter(created, 1 / 24);

/** Returns the pending items that the next invoice of a subscription includes: its own, and those of the customer. */
export const pendingItems = async ({ trx }: UnitOfWork, of: { id: string; customer: string }): Promise<InvoiceItem[]> =>
  (await list(trx, 'invoiceitem', of.customer)).filter(
    ({ invoice, parent }) => invoice === null && [of.id, undefined].includes(parent?.subscription_details.subscription),
  );

/** Creates a draft of these lines and of what is pending. @param dueAt when Stripe finalizes and charges it */
export const draft = async (
  work: UnitOfWork,
  of: { id: string; customer: string },
  lines: readonly Line[],
  dueAt: Date | null,
): Promise<StoredInvoice> => {
  const pending = await pendingItems(work, of);
  const invoice = newInvoice(work.now, of, [...pending, ...lines]);
  for (const item of pending) await save(work.trx, { ...item, invoice: invoice.id });
  const paymentIntent = invoice.total === 0 ? null : newId('pi');
  return changeInvoice(work, { ...invoice, [hidden]: { paymentIntent }, [due]: null }, {}, dueAt);
};

/** Changes an invoice, and when Stripe does the next thing with it. Only a draft and an open one can advance. */
export const changeInvoice = async (
  { trx }: UnitOfWork,
  invoice: StoredInvoice,
  change: Partial<Invoice>,
  dueAt: Date | null = null,
): Promise<StoredInvoice> => {
  const advance = { auto_advance: dueAt !== null, next_payment_attempt: unixOrNull(dueAt) };
  return save(trx, { ...invoice, ...advance, ...change, [due]: dueAt });
};

/** Pays an open invoice with the card, and creates an event with the result. @returns whether it is paid */
export const payInvoice = async (
  work: UnitOfWork,
  invoice: StoredInvoice,
  card: Card,
  retryAt: Date | null = null,
): Promise<boolean> => {
  const { total, attempt_count: attempts } = invoice;
  const isPaid = total === 0 || (card !== 'fails' && card !== 'declined');
  const attempt_count = attempts + (total === 0 ? 0 : 1);
  const result = isPaid
    ? {
        status: 'paid' as const,
        amount_paid: total,
        amount_remaining: 0,
        status_transitions: { paid_at: unix(work.now) },
      }
    : { status: 'open' as const };
  const settled = await changeInvoice(work, invoice, { attempt_count, ...result }, isPaid ? null : retryAt);
  await work.emit(isPaid ? 'invoice.paid' : 'invoice.payment_failed', settled);
  return isPaid;
};

export const refundsOf = async ({ trx }: UnitOfWork, intent: string): Promise<Refund[]> =>
  (await list(trx, 'refund')).filter(({ payment_intent: of }) => of === intent);

/**
 * Refunds a payment. One whose refund failed can be refunded again (https://docs.stripe.com/refunds#failed-refunds).
 */
export const refund = async (work: UnitOfWork, intent: string): Promise<Refund> => {
  const { trx, now } = work;
  const invoice = (await list(trx, 'invoice')).find((one) => one[hidden].paymentIntent === intent);
  if (invoice?.status !== 'paid') throw resourceMissing('payment_intent', intent, 'payment_intent');
  if ((await refundsOf(work, intent)).some(({ status }) => status !== 'failed')) {
    throw new StripeError(400, `The payment ${intent} has already been refunded.`, { code: 'charge_already_refunded' });
  }
  const subscription = await find(trx, 'subscription', subscriptionIdOf(invoice) ?? '');
  const card = subscription?.[hidden].card ?? 'works';
  const made = newRefund(now, invoice, card === 'refundsLate' ? 'pending' : 'succeeded');
  const isSettled = card !== 'refundsLate' && card !== 'refundFails';
  const becomes = card === 'refundFails' ? 'failed' : 'succeeded';
  return save(trx, { ...made, [hidden]: { becomes }, [due]: isSettled ? null : daysAfter(now, 1) });
};

/** Settles a refund a day later. */
export const settleRefund = async ({ trx, emit }: UnitOfWork, pending: StoredRefund): Promise<void> => {
  const { becomes } = pending[hidden];
  const settled = await save(trx, { ...pending, status: becomes, [due]: null });
  await emit(becomes === 'failed' ? 'refund.failed' : 'refund.updated', settled);
};

/** @throws StripeError unless the invoice has one of these states. */
export const invoiceIn = async (
  { trx }: UnitOfWork,
  id: string,
  ...states: InvoiceStatus[]
): Promise<StoredInvoice> => {
  const invoice = await get(trx, 'invoice', id);
  if (states.includes(invoice.status)) return invoice;
  throw new StripeError(400, `The invoice must be ${states.join(' or ')}. This one is ${invoice.status}.`, {
    code: 'invoice_not_editable',
  });
};
