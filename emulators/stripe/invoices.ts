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
import { type Card, daysAfter, newId, unix, unixOrNull } from './objects.ts';
import { resourceMissing, StripeError } from './parameters.ts';
import { find, get, list, objectsOf, save } from './store.ts';
import type { UnitOfWork } from './work.ts';

/** Stripe keeps a renewal as a draft for about an hour (https://docs.stripe.com/billing/invoices/subscription). */
export const chargedAfter = (created: Date): Date => daysAfter(created, 1 / 24);

/** Returns the pending items that the next invoice of a subscription includes: its own, and those of the customer. */
export const pendingItems = async ({ trx }: UnitOfWork, of: { id: string; customer: string }): Promise<InvoiceItem[]> =>
  objectsOf(await list(trx, 'invoiceitem', of.customer)).filter(
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
  for (const item of pending)
    await save(work.trx, { object: { ...item, invoice: invoice.id }, hidden: {}, due_at: null });
  return save(work.trx, {
    object: { ...invoice, auto_advance: dueAt !== null, next_payment_attempt: unixOrNull(dueAt) },
    hidden: { paymentIntent: invoice.total === 0 ? null : newId('pi') },
    due_at: dueAt,
  });
};

/** Changes an invoice, and when Stripe does the next thing with it. Only a draft and an open one can advance. */
export const changeInvoice = async (
  { trx }: UnitOfWork,
  stored: StoredInvoice,
  change: Partial<Invoice>,
  dueAt: Date | null = null,
): Promise<StoredInvoice> => {
  const object = { ...stored.object, auto_advance: dueAt !== null, next_payment_attempt: unixOrNull(dueAt), ...change };
  return save(trx, { ...stored, object, due_at: dueAt });
};

/** Pays an open invoice with the card, and creates an event with the result. @returns whether it is paid */
export const payInvoice = async (
  work: UnitOfWork,
  stored: StoredInvoice,
  card: Card,
  retryAt: Date | null = null,
): Promise<boolean> => {
  const { total, attempt_count: attempts } = stored.object;
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
  const { object } = await changeInvoice(work, stored, { attempt_count, ...result }, isPaid ? null : retryAt);
  await work.emit(isPaid ? 'invoice.paid' : 'invoice.payment_failed', object);
  return isPaid;
};

export const refundsOf = async ({ trx }: UnitOfWork, intent: string): Promise<Refund[]> =>
  objectsOf(await list(trx, 'refund')).filter(({ payment_intent: of }) => of === intent);

/** Refunds a payment. One whose refund failed can be refunded again (https://docs.stripe.com/refunds#failed-refunds). */
export const refund = async (work: UnitOfWork, intent: string): Promise<Refund> => {
  const { trx, now } = work;
  const invoice = (await list(trx, 'invoice')).find(({ hidden }) => hidden.paymentIntent === intent);
  if (invoice?.object.status !== 'paid') throw resourceMissing('payment_intent', intent, 'payment_intent');
  if ((await refundsOf(work, intent)).some(({ status }) => status !== 'failed')) {
    throw new StripeError(400, `The payment ${intent} has already been refunded.`, { code: 'charge_already_refunded' });
  }
  const subscription = await find(trx, 'subscription', subscriptionIdOf(invoice) ?? '');
  const card = subscription?.hidden.card ?? 'works';
  const object: Refund = newRefund(now, invoice, card === 'refundsLate' ? 'pending' : 'succeeded');
  const isSettled = card !== 'refundsLate' && card !== 'refundFails';
  const becomes = card === 'refundFails' ? 'failed' : 'succeeded';
  return (await save(trx, { object, hidden: { becomes }, due_at: isSettled ? null : daysAfter(now, 1) })).object;
};

/** Settles a refund a day later. */
export const settleRefund = async (
  { trx, emit }: UnitOfWork,
  { object, hidden: { becomes } }: StoredRefund,
): Promise<void> => {
  const failure = becomes === 'failed' && { failure_reason: 'expired_or_canceled_card' };
  const settled = { ...object, status: becomes, ...failure };
  await save(trx, { object: settled, hidden: { becomes }, due_at: null });
  await emit(becomes === 'failed' ? 'refund.failed' : 'refund.updated', settled);
};

/** @throws StripeError unless the invoice has one of these states. */
export const invoiceIn = async (
  { trx }: UnitOfWork,
  id: string,
  ...states: InvoiceStatus[]
): Promise<StoredInvoice> => {
  const invoice = await get(trx, 'invoice', id);
  if (states.includes(invoice.object.status)) return invoice;
  throw new StripeError(400, `The invoice must be ${states.join(' or ')}. This one is ${invoice.object.status}.`, {
    code: 'invoice_not_editable',
  });
};
