import {
  type StoredSubscription,
  newInvoice,
  type StoredInvoice,
  subscriptionIdOf,
  periodEndOf,
  type Subscription,
} from '../objects/subscription.ts';
import { newId, unix, unixOrNull, dateOf } from '../objects/common.ts';
import { find, list, save } from '../store.ts';
import type { UnitOfWork } from '../work.ts';
import { monthlyAmounts, zeroAmounts } from './amounts.ts';

/** Creates the invoice of the period that begins. */
export const invoicePeriod = async (work: UnitOfWork, subscription: StoredSubscription): Promise<StoredInvoice> => {
  const { catalog, now } = work;
  const isTrial = subscription.object.status === 'trialing';
  const amounts = isTrial ? zeroAmounts : monthlyAmounts(catalog, subscription, now);
  const invoice = newInvoice(work, subscription.object, amounts);
  await work.emit('invoice.created', invoice);
  const hidden = { payment_intent: invoice.total === 0 ? null : newId('pi'), isRefunded: false };
  return save(work.trx, { object: invoice, hidden, due_at: null });
};

/**
 * Charges the card and creates an event with the result.
 * @param retryAt when the card is charged again if it is declined
 * @returns whether the invoice is paid
 */
export const payInvoice = async (
  { trx, emit }: UnitOfWork,
  stored: StoredInvoice,
  cardId: string,
  retryAt: Date | null = null,
): Promise<boolean> => {
  const { object: invoice } = stored;
  const isFree = invoice.total === 0;
  const attempted = { ...invoice, attempt_count: invoice.attempt_count + (isFree ? 0 : 1) };
  const card = await find(trx, 'payment_method', cardId);
  if (!isFree && card?.object.behaviour !== 'works') {
    const declined = { ...attempted, next_payment_attempt: unixOrNull(retryAt) };
    await save(trx, { ...stored, object: declined });
    await emit('invoice.payment_failed', declined);
    return false;
  }
  const paid = {
    ...attempted,
    status: 'paid' as const,
    amount_paid: invoice.total,
    amount_remaining: 0,
    next_payment_attempt: null,
  };
  await save(trx, { ...stored, object: paid });
  await emit('invoice.paid', paid);
  return true;
};

/** Changes a subscription and creates the event. */
export const changeSubscription = async (
  { trx, emit }: UnitOfWork,
  before: StoredSubscription,
  change: Partial<Subscription>,
  dueAt = before.due_at,
): Promise<StoredSubscription> => {
  const after = await save(trx, { ...before, object: { ...before.object, ...change }, due_at: dueAt });
  await emit('customer.subscription.updated', after.object);
  return after;
};

/** Makes a subscription active after its overdue invoice was paid. */
export const reactivate = (work: UnitOfWork, subscription: StoredSubscription): Promise<StoredSubscription> =>
  changeSubscription(work, subscription, { status: 'active' }, dateOf(periodEndOf(subscription.object)));

export const openInvoices = async ({ trx }: UnitOfWork, { object }: StoredSubscription): Promise<StoredInvoice[]> =>
  (await list(trx, 'invoice', object.customer)).filter(
    ({ object: invoice }) => invoice.status === 'open' && subscriptionIdOf(invoice) === object.id,
  );

/** Ends a subscription at once. Its open invoices are not charged again. */
export const endSubscription = async (
  work: UnitOfWork,
  subscription: StoredSubscription,
): Promise<StoredSubscription> => {
  const object = { ...subscription.object, status: 'canceled' as const, ended_at: unix(work.now) };
  const ended = await save(work.trx, { ...subscription, object, due_at: null });
  await work.emit('customer.subscription.deleted', object);
  return ended;
};

/** Cancels a subscription at the end of the paid period (`true`), or withdraws the cancellation (`false`). */
export const cancelAtPeriodEnd = (
  work: UnitOfWork,
  subscription: StoredSubscription,
  cancel: boolean,
): Promise<StoredSubscription> =>
  changeSubscription(work, subscription, {
    cancel_at: cancel ? periodEndOf(subscription.object) : null,
    cancel_at_period_end: cancel,
  });

/** Changes the card of a subscription. An overdue invoice is charged to the new card at once. */
export const changeCard = async (work: UnitOfWork, subscription: StoredSubscription, card: string): Promise<void> => {
  const changed = await changeSubscription(work, subscription, { default_payment_method: card });
  if (changed.object.status !== 'past_due') return;
  const [open] = await openInvoices(work, changed);
  if (open === undefined) return;
  if (await payInvoice(work, open, card, changed.due_at)) await reactivate(work, changed);
};
