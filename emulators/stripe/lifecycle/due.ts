import { findCard } from '../store/customers.ts';
import { firstExpired, updateCheckoutSession, type CheckoutSessionRow } from '../store/checkout-sessions.ts';
import { listInvoices } from '../store/invoices.ts';
import { firstDue, type SubscriptionRow, updateSubscription } from '../store/subscriptions.ts';
import type { UnitOfWork, Simulation } from '../work.ts';
import { changeSubscription, endSubscription } from './change-subscription.ts';
import { invoicePeriod, payInvoice } from './invoices.ts';
import { nextMoment } from './next-moment.ts';
import { daysAfter, periodEndAfter } from './periods.ts';
import { checkoutSessionWire, subscriptionWire } from './wire.ts';

/** The days before each retry of a declined charge. The subscription ends when the last retry fails. */
const retryPauses = [3, 5, 7] as const;

const retryAfter = (work: UnitOfWork, attempts: number): Date | null => {
  const pause = retryPauses[attempts];
  return pause === undefined ? null : daysAfter(work.now, pause);
};

const announceTrialEnd = async (work: UnitOfWork, subscription: SubscriptionRow): Promise<void> => {
  const announced = await updateSubscription(work.trx, subscription.id, { announced: true });
  await work.emit('customer.subscription.trial_will_end', subscriptionWire(work, announced));
};

const renew = async (work: UnitOfWork, before: SubscriptionRow): Promise<void> => {
  const renewed = await updateSubscription(work.trx, before.id, {
    status: 'active',
    period_start: before.period_end,
    period_end: periodEndAfter(before.anchor, before.period_end),
  });
  const invoice = await invoicePeriod(work, renewed, 'subscription_cycle');
  const retryAt = retryAfter(work, 0);
  const isPaid = await payInvoice(work, invoice, await findCard(work.trx, renewed.default_payment_method), retryAt);
  await changeSubscription(
    work,
    before,
    isPaid ? { latest_invoice: invoice.id } : { latest_invoice: invoice.id, status: 'past_due', retry_at: retryAt },
  );
};

const retry = async (work: UnitOfWork, subscription: SubscriptionRow): Promise<void> => {
  const [invoice] = await listInvoices(work.trx, { subscription: subscription.id, status: 'open' });
  if (invoice === undefined) {
    await changeSubscription(work, subscription, { status: 'active', retry_at: null });
    return;
  }
  const retryAt = retryAfter(work, invoice.attempts);
  const isPaid = await payInvoice(
    work,
    invoice,
    await findCard(work.trx, subscription.default_payment_method),
    retryAt,
  );
  if (isPaid) await changeSubscription(work, subscription, { status: 'active', retry_at: null });
  else if (retryAt === null) await endSubscription(work, subscription, 'payment_failed');
  else await updateSubscription(work.trx, subscription.id, { retry_at: retryAt });
};

const advance = async (work: UnitOfWork, subscription: SubscriptionRow): Promise<void> => {
  const moment = nextMoment(subscription);
  switch (moment?.what) {
    case 'announce-trial-end':
      return announceTrialEnd(work, subscription);
    case 'end-period':
      if (subscription.cancel_at_period_end) await endSubscription(work, subscription, 'cancellation_requested');
      else await renew(work, subscription);
      return;
    case 'retry':
      return retry(work, subscription);
    case undefined:
  }
};

export const expireCheckout = async (work: UnitOfWork, session: CheckoutSessionRow): Promise<CheckoutSessionRow> => {
  const expired = await updateCheckoutSession(work.trx, session.id, { status: 'expired' });
  await work.emit('checkout.session.expired', checkoutSessionWire(work, expired));
  return expired;
};

/** Returns the later date, so that a short trial is not announced before its subscription was created. */
const later = (one: Date, other: Date): Date => (one > other ? one : other);

/** Handles the scheduled change that became due first, at the time it was due. Returns false if there was none. */
const handleNext = (simulation: Simulation): Promise<boolean> =>
  simulation.write(async (work) => {
    const subscription = await firstDue(work.trx, work.now);
    const session = await firstExpired(work.trx, work.now);
    const dueAt = subscription?.due_at ?? null;
    if (subscription !== undefined && dueAt !== null && !(session !== undefined && session.expires_at < dueAt)) {
      await advance({ ...work, now: later(dueAt, subscription.created) }, subscription);
      return true;
    }
    if (session === undefined) return false;
    await expireCheckout({ ...work, now: session.expires_at }, session);
    return true;
  });

/** Handles every due change in order, each in a separate transaction. After a crash, the next call continues. */
export const catchUp = async (simulation: Simulation): Promise<void> => {
  while (await handleNext(simulation));
};
