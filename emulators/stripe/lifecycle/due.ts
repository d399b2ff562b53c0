import type { StoredSession } from '../objects/purchase.ts';
import { itemsInPeriod, periodEndOf, type StoredSubscription } from '../objects/subscription.ts';
import { firstDue, save } from '../store.ts';
import { dateOf, unix } from '../objects/common.ts';
import type { UnitOfWork, Simulation } from '../work.ts';
import {
  changeSubscription,
  endSubscription,
  openInvoices,
  reactivate,
  invoicePeriod,
  payInvoice,
} from './change-subscription.ts';
import { daysAfter, periodEndAfter } from './amounts.ts';

/** The days before each retry of a declined charge. The subscription ends when the last retry fails. */
const retryPauses = [3, 5, 7] as const;

const retryAfter = (work: UnitOfWork, attempts: number): Date | null => {
  const pause = retryPauses[attempts];
  return pause === undefined ? null : daysAfter(work.now, pause);
};

const announceTrialEnd = async ({ trx, emit }: UnitOfWork, subscription: StoredSubscription): Promise<void> => {
  await save(trx, { ...subscription, due_at: dateOf(periodEndOf(subscription.object)) });
  await emit('customer.subscription.trial_will_end', subscription.object);
};

const renew = async (work: UnitOfWork, before: StoredSubscription): Promise<void> => {
  const { object } = before;
  const start = periodEndOf(object);
  const end = periodEndAfter(dateOf(object.billing_cycle_anchor), dateOf(start));
  const renewed = { ...object, status: 'active' as const, items: itemsInPeriod(object, start, unix(end)) };
  const invoice = await invoicePeriod(work, { ...before, object: renewed });
  const retryAt = retryAfter(work, 0);
  const isPaid = await payInvoice(work, invoice, object.default_payment_method, retryAt);
  const change = { ...renewed, latest_invoice: invoice.object.id };
  if (isPaid) await changeSubscription(work, before, change, end);
  else await changeSubscription(work, before, { ...change, status: 'past_due' }, retryAt);
};

const retry = async (work: UnitOfWork, subscription: StoredSubscription): Promise<void> => {
  const [invoice] = await openInvoices(work, subscription);
  const retryAt = invoice === undefined ? null : retryAfter(work, invoice.object.attempt_count);
  const card = subscription.object.default_payment_method;
  if (invoice === undefined || (await payInvoice(work, invoice, card, retryAt))) {
    await reactivate(work, subscription);
  } else if (retryAt === null) await endSubscription(work, subscription);
  else await save(work.trx, { ...subscription, due_at: retryAt });
};

/** Makes the scheduled change of a subscription. The state of the subscription says which one it is. */
const advance = async (work: UnitOfWork, subscription: StoredSubscription, dueAt: Date): Promise<void> => {
  const { status, cancel_at_period_end: isEnding } = subscription.object;
  if (status === 'past_due') await retry(work, subscription);
  else if (unix(dueAt) < periodEndOf(subscription.object)) await announceTrialEnd(work, subscription);
  else if (isEnding) await endSubscription(work, subscription);
  else await renew(work, subscription);
};

export const expireCheckout = async ({ trx, emit }: UnitOfWork, session: StoredSession): Promise<StoredSession> => {
  const object = { ...session.object, status: 'expired' as const, url: null };
  const expired = await save(trx, { ...session, object, due_at: null });
  await emit('checkout.session.expired', object);
  return expired;
};

/** Returns the later date, so that a short trial is not announced before its subscription was created. */
const later = (one: Date, other: Date): Date => (one > other ? one : other);

/** Handles the scheduled change that became due first, at the time it was due. Returns false if there was none. */
const handleNext = (simulation: Simulation): Promise<boolean> =>
  simulation.write(async (work) => {
    const subscription = await firstDue(work.trx, 'subscription', work.now);
    const session = await firstDue(work.trx, 'checkout.session', work.now);
    const dueAt = subscription?.due_at ?? null;
    const expiresAt = session?.due_at ?? null;
    if (subscription !== undefined && dueAt !== null && !(expiresAt !== null && expiresAt < dueAt)) {
      await advance(work.at(later(dueAt, dateOf(subscription.object.created))), subscription, dueAt);
      return true;
    }
    if (session === undefined || expiresAt === null) return false;
    await expireCheckout(work.at(expiresAt), session);
    return true;
  });

/** Handles every due change in order, each in a separate transaction. After a crash, the next call continues. */
export const catchUp = async (simulation: Simulation): Promise<void> => {
  while (await handleNext(simulation));
};
