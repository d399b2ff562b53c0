import type { Updateable } from 'kysely';
import type { EndReason, SubscriptionsTable } from '../schema.ts';
import { findCard } from '../store/customers.ts';
import { listInvoices, updateInvoice } from '../store/invoices.ts';
import { type SubscriptionRow, updateSubscription } from '../store/subscriptions.ts';
import type { UnitOfWork } from '../work.ts';
import { payInvoice } from './invoices.ts';
import { subscriptionWire } from './wire.ts';

/** Returns the old values of the fields that changed, for an event's `previous_attributes`. */
export const previousAttributes = (before: object, after: object): object =>
  Object.fromEntries(
    Object.entries(before).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(Reflect.get(after, name)),
    ),
  );

/** Changes a subscription and creates the event. */
export const changeSubscription = async (
  work: UnitOfWork,
  before: SubscriptionRow,
  change: Updateable<SubscriptionsTable>,
): Promise<SubscriptionRow> => {
  const after = await updateSubscription(work.trx, before.id, change);
  const [old, current] = [subscriptionWire(work, before), subscriptionWire(work, after)];
  await work.emit('customer.subscription.updated', current, previousAttributes(old, current));
  return after;
};

/** Ends a subscription at once. Its open invoices are not charged again. */
export const endSubscription = async (
  work: UnitOfWork,
  subscription: SubscriptionRow,
  reason: EndReason,
): Promise<SubscriptionRow> => {
  const ended = await updateSubscription(work.trx, subscription.id, {
    status: 'canceled',
    canceled_at: subscription.canceled_at ?? work.now,
    ended_at: work.now,
    end_reason: reason,
    retry_at: null,
  });
  for (const invoice of await listInvoices(work.trx, { subscription: ended.id, status: 'open' })) {
    await updateInvoice(work.trx, invoice.id, { next_attempt: null });
  }
  await work.emit('customer.subscription.deleted', subscriptionWire(work, ended));
  return ended;
};

/** Cancels a subscription at the end of the paid period (`true`), or withdraws the cancellation (`false`). */
export const cancelAtPeriodEnd = (
  work: UnitOfWork,
  subscription: SubscriptionRow,
  cancel: boolean,
): Promise<SubscriptionRow> =>
  changeSubscription(work, subscription, {
    cancel_at_period_end: cancel,
    canceled_at: cancel ? work.now : null,
    end_reason: cancel ? 'cancellation_requested' : null,
  });

/** Changes the card of a subscription. An overdue invoice is charged to the new card at once. */
export const changeCard = async (work: UnitOfWork, subscription: SubscriptionRow, card: string): Promise<void> => {
  const changed = await changeSubscription(work, subscription, { default_payment_method: card });
  if (changed.status !== 'past_due') return;
  const [open] = await listInvoices(work.trx, { subscription: changed.id, status: 'open' });
  if (open === undefined) return;
  const isPaid = await payInvoice(work, open, await findCard(work.trx, card), changed.retry_at);
  if (isPaid) await changeSubscription(work, changed, { status: 'active', retry_at: null });
};
