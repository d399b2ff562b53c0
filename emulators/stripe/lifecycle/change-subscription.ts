import {
  type StoredSubscription,
  newInvoice,
  type StoredInvoice,
  subscriptionIdOf,
  type EndReason,
  periodOf,
  type Subscription,
} from '../objects/subscription.ts';
import { newId, unix, unixOrNull, dateOf } from '../objects/common.ts';
import { find, findCustomer, list, save } from '../store.ts';
import type { UnitOfWork } from '../work.ts';
import { monthlyAmounts, zeroAmounts } from './amounts.ts';

/** Creates the invoice of the period that begins. */
export const invoicePeriod = async (
  work: UnitOfWork,
  subscription: StoredSubscription,
  reason: 'subscription_create' | 'subscription_cycle',
): Promise<StoredInvoice> => {
  const { trx, catalog, now } = work;
  const { customer: id, status } = subscription.object;
  const earlier = await list(trx, 'invoice', id);
  const invoice = newInvoice(work, subscription.object, {
    customer: await findCustomer(trx, id),
    number: `${id.slice(-8).toUpperCase()}-${String(earlier.length + 1).padStart(4, '0')}`,
    amounts: status === 'trialing' ? zeroAmounts : monthlyAmounts(catalog, subscription, now),
    reason,
  });
  await work.emit('invoice.created', invoice);
  return save(trx, {
    object: invoice,
    hidden: {
      payment_intent: invoice.total === 0 ? null : newId('pi'),
      charge: null,
      payment_method: null,
      isRefunded: false,
    },
    due_at: null,
  });
};

/**
 * Charges the card and creates an event with the result.
 * @param retryAt the time of the next attempt if the card is declined, or null for no further attempt
 * @returns whether the invoice is paid
 */
export const payInvoice = async (
  { trx, now, emit }: UnitOfWork,
  { object: invoice, hidden, due_at }: StoredInvoice,
  cardId: string,
  retryAt: Date | null,
): Promise<boolean> => {
  const isFree = invoice.total === 0;
  const attempt_count = invoice.attempt_count + (isFree ? 0 : 1);
  const card = await find(trx, 'payment_method', cardId);
  if (!isFree && card?.object.behaviour !== 'works') {
    const next_payment_attempt = unixOrNull(retryAt);
    const auto_advance = retryAt !== null;
    const failed = { ...invoice, attempt_count, attempted: true, auto_advance, next_payment_attempt };
    await save(trx, { object: failed, hidden, due_at });
    await emit('invoice.payment_failed', failed);
    return false;
  }
  const paid = {
    ...invoice,
    status: 'paid' as const,
    amount_paid: invoice.total,
    amount_remaining: 0,
    attempt_count,
    attempted: true,
    auto_advance: false,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, paid_at: unix(now) },
  };
  const payment = isFree ? hidden : { ...hidden, charge: newId('ch'), payment_method: cardId };
  await save(trx, { object: paid, hidden: payment, due_at });
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
  await emit('customer.subscription.updated', after.object, before.object);
  return after;
};

/** Makes a subscription active after its overdue invoice was paid. */
export const reactivate = (work: UnitOfWork, subscription: StoredSubscription): Promise<StoredSubscription> =>
  changeSubscription(work, subscription, { status: 'active' }, dateOf(periodOf(subscription.object).end));

export const openInvoices = async ({ trx }: UnitOfWork, { object }: StoredSubscription): Promise<StoredInvoice[]> =>
  (await list(trx, 'invoice', object.customer)).filter(
    ({ object: invoice }) => invoice.status === 'open' && subscriptionIdOf(invoice) === object.id,
  );

const withReason = ({ cancellation_details: details }: Subscription, reason: EndReason | null) => ({
  cancellation_details: { ...details, reason },
});

/** Ends a subscription at once. Its open invoices are not charged again. */
export const endSubscription = async (
  work: UnitOfWork,
  subscription: StoredSubscription,
  reason: EndReason,
): Promise<StoredSubscription> => {
  const { object } = subscription;
  const now = unix(work.now);
  const canceled_at = object.canceled_at ?? now;
  const ended = await save(work.trx, {
    ...subscription,
    object: { ...object, ...withReason(object, reason), status: 'canceled' as const, canceled_at, ended_at: now },
    due_at: null,
  });
  for (const invoice of await openInvoices(work, ended)) {
    const final = { ...invoice.object, auto_advance: false, next_payment_attempt: null };
    await save(work.trx, { ...invoice, object: final });
  }
  await work.emit('customer.subscription.deleted', ended.object);
  return ended;
};

/** Cancels a subscription at the end of the paid period (`true`), or withdraws the cancellation (`false`). */
export const cancelAtPeriodEnd = (
  work: UnitOfWork,
  subscription: StoredSubscription,
  cancel: boolean,
): Promise<StoredSubscription> =>
  changeSubscription(work, subscription, {
    cancel_at: cancel ? periodOf(subscription.object).end : null,
    cancel_at_period_end: cancel,
    canceled_at: cancel ? unix(work.now) : null,
    ...withReason(subscription.object, cancel ? 'cancellation_requested' : null),
  });

/** Changes the card of a subscription. An overdue invoice is charged to the new card at once. */
export const changeCard = async (work: UnitOfWork, subscription: StoredSubscription, card: string): Promise<void> => {
  const changed = await changeSubscription(work, subscription, { default_payment_method: card });
  if (changed.object.status !== 'past_due') return;
  const [open] = await openInvoices(work, changed);
  if (open === undefined) return;
  if (await payInvoice(work, open, card, changed.due_at)) await reactivate(work, changed);
};
