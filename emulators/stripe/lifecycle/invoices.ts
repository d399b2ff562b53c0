import type { StoredSubscription } from '../objects/subscription.ts';
import { newId } from '../ids.ts';
import { newInvoice, type StoredInvoice } from '../objects/invoice.ts';
import { find, findCustomer, list, save } from '../store.ts';
import { unix, unixOrNull } from '../time.ts';
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
