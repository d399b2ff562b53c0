import { subscriptionIdOf, type StoredInvoice } from '../objects/invoice.ts';
import { type EndReason, periodOf, type Subscription, type StoredSubscription } from '../objects/subscription.ts';
import { list, save } from '../store.ts';
import { dateOf, unix } from '../time.ts';
import type { UnitOfWork } from '../work.ts';
import { payInvoice } from './invoices.ts';

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
