import { couponOf } from './catalog.ts';
import {
  type Card,
  dateOf,
  daysAfter,
  monthlyPrice,
  newCustomer,
  newDiscount,
  newId,
  newInvoice,
  newSubscription,
  periodEndAfter,
  periodEndOf,
  periodOf,
  priceWith,
  type StoredInvoice,
  type StoredSession,
  type StoredSubscription,
  type Subscription,
  subscriptionIdOf,
  unix,
  unixOrNull,
} from './objects.ts';
import { findCustomer, firstDue, list, save, saveObject } from './store.ts';
import type { Simulation, UnitOfWork } from './work.ts';

/** Stripe announces the end of a trial this number of days in advance. */
const notice = 3;
/** The days before each retry of a declined charge. The subscription ends when the last retry fails. */
const retryPauses: readonly number[] = [3, 5, 7];
const retryAfter = (now: Date, attempts: number): Date | null => {
  const pause = retryPauses[attempts];
  return pause === undefined ? null : daysAfter(now, pause);
};

/** Creates the invoice of the period that begins. */
const invoicePeriod = async ({ trx, now }: UnitOfWork, subscription: StoredSubscription): Promise<StoredInvoice> => {
  const isTrial = subscription.object.status === 'trialing';
  const invoice = newInvoice(now, subscription.object, isTrial ? 0 : monthlyPrice(subscription, now));
  return save(trx, {
    object: invoice,
    hidden: { paymentIntent: invoice.total === 0 ? null : newId('pi') },
    due_at: null,
  });
};

/**
 * Charges the card and creates an event with the result.
 * @param retryAt when the card is charged again if it is declined
 * @returns whether the invoice is paid
 */
const payInvoice = async (
  { trx, emit }: UnitOfWork,
  stored: StoredInvoice,
  card: Card,
  retryAt: Date | null = null,
): Promise<boolean> => {
  const { object: invoice } = stored;
  const isPaid = invoice.total === 0 || card === 'works';
  const object = {
    ...invoice,
    attempt_count: invoice.attempt_count + (invoice.total === 0 ? 0 : 1),
    next_payment_attempt: isPaid ? null : unixOrNull(retryAt),
    ...(isPaid && { status: 'paid' as const, amount_paid: invoice.total, amount_remaining: 0 }),
  };
  await save(trx, { ...stored, object });
  await emit(isPaid ? 'invoice.paid' : 'invoice.payment_failed', object);
  return isPaid;
};

/** Changes a subscription and creates the event. */
const changeSubscription = async (
  { trx, emit }: UnitOfWork,
  before: StoredSubscription,
  change: Partial<Subscription>,
  dueAt = before.due_at,
): Promise<StoredSubscription> => {
  const after = await save(trx, { ...before, object: { ...before.object, ...change }, due_at: dueAt });
  await emit('customer.subscription.updated', after.object);
  return after;
};

/** Ends a subscription at once. Its open invoices are not charged again. */
export const endSubscription = async (work: UnitOfWork, subscription: StoredSubscription): Promise<Subscription> => {
  const object = { ...subscription.object, status: 'canceled' as const, ended_at: unix(work.now) };
  await save(work.trx, { ...subscription, object, due_at: null });
  await work.emit('customer.subscription.deleted', object);
  return object;
};

/** Cancels a subscription at the end of the paid period (`true`), or withdraws the cancellation (`false`). */
export const cancelAtPeriodEnd = async (
  work: UnitOfWork,
  subscription: StoredSubscription,
  cancel: boolean,
): Promise<Subscription> => {
  if (subscription.object.cancel_at_period_end === cancel) return subscription.object;
  const cancel_at = cancel ? unix(periodEndOf(subscription.object)) : null;
  return (await changeSubscription(work, subscription, { cancel_at, cancel_at_period_end: cancel })).object;
};

/** Charges the open invoice of an overdue subscription. Afterwards it is active, waits for the next retry, or ends. */
const settle = async (
  work: UnitOfWork,
  subscription: StoredSubscription,
  nextAfter: (attempts: number) => Date | null,
): Promise<void> => {
  const { object, hidden } = subscription;
  const invoices = await list(work.trx, 'invoice', object.customer);
  const open = invoices.find((one) => one.object.status === 'open' && subscriptionIdOf(one) === object.id);
  const retryAt = open === undefined ? null : nextAfter(open.object.attempt_count);
  if (open === undefined || (await payInvoice(work, open, hidden.card, retryAt))) {
    await changeSubscription(work, subscription, { status: 'active' }, periodEndOf(object));
  } else if (retryAt === null) await endSubscription(work, subscription);
  else await save(work.trx, { ...subscription, due_at: retryAt });
};

/** Changes the card of a subscription. An overdue invoice is charged to the new card at once. */
export const changeCard = async (work: UnitOfWork, before: StoredSubscription, card: Card): Promise<void> => {
  const changed = { ...before, hidden: { ...before.hidden, card } };
  await save(work.trx, changed);
  if (changed.object.status === 'past_due') await settle(work, changed, () => before.due_at);
};

/**
 * Completes a checkout: creates customer, subscription and first invoice, and closes the session.
 * @returns false when the card is declined. Then nothing has changed.
 */
export const completeCheckout = async (
  work: UnitOfWork,
  { object: session, hidden: order }: StoredSession,
  { email, card }: { email: string; card: Card },
): Promise<boolean> => {
  const { trx, now } = work;
  const coupon = couponOf(order.coupon);
  const isFree = order.trialDays !== null || priceWith(coupon) === 0;
  if (card === 'declined' || (card === 'fails' && !isFree)) return false;

  const customer = (await findCustomer(trx, session.customer)) ?? (await saveObject(trx, newCustomer(now, email)));
  const trialEnd = order.trialDays === null ? null : daysAfter(now, order.trialDays);
  const created = newSubscription(now, { customer: customer.id, metadata: order.metadata, trialEnd });
  const discount = coupon === undefined ? null : newDiscount(coupon, now);
  const subscription = {
    object: { ...created, discounts: discount === null ? [] : [discount.id] },
    hidden: { card, discount },
    due_at: trialEnd === null ? periodEndOf(created) : daysAfter(trialEnd, -notice),
  };
  const invoice = await invoicePeriod(work, subscription);
  await payInvoice(work, invoice, card);
  const settled = { ...subscription.object, latest_invoice: invoice.object.id };
  await save(trx, { ...subscription, object: settled });
  await work.emit('customer.subscription.created', settled);

  const complete = {
    ...session,
    status: 'complete' as const,
    customer: customer.id,
    subscription: settled.id,
    url: null,
  };
  await save(trx, { object: complete, hidden: order, due_at: null });
  await work.emit('checkout.session.completed', complete);
  return true;
};

export const expireCheckout = async ({ trx }: UnitOfWork, session: StoredSession) => {
  const object = { ...session.object, status: 'expired' as const, url: null };
  await save(trx, { ...session, object, due_at: null });
  return object;
};

const renew = async (work: UnitOfWork, before: StoredSubscription): Promise<void> => {
  const { object, hidden } = before;
  const start = periodEndOf(object);
  const end = periodEndAfter(dateOf(object.billing_cycle_anchor), start);
  const renewed = { ...object, status: 'active' as const, items: periodOf(start, end) };
  const invoice = await invoicePeriod(work, { ...before, object: renewed });
  const retryAt = retryAfter(work.now, 0);
  const isPaid = await payInvoice(work, invoice, hidden.card, retryAt);
  const change = { ...renewed, latest_invoice: invoice.object.id };
  if (isPaid) await changeSubscription(work, before, change, end);
  else await changeSubscription(work, before, { ...change, status: 'past_due' }, retryAt);
};

/** Makes the scheduled change of a subscription. The state of the subscription says which one it is. */
const advance = async (work: UnitOfWork, subscription: StoredSubscription, dueAt: Date): Promise<void> => {
  const { object } = subscription;
  if (object.status === 'past_due') await settle(work, subscription, (attempts) => retryAfter(work.now, attempts));
  else if (dueAt < periodEndOf(object)) {
    await save(work.trx, { ...subscription, due_at: periodEndOf(object) });
    await work.emit('customer.subscription.trial_will_end', object);
  } else if (object.cancel_at_period_end) await endSubscription(work, subscription);
  else await renew(work, subscription);
};

/** Handles the scheduled change of a subscription that became due first, at the time it was due. */
const handleNext = (simulation: Simulation): Promise<boolean> =>
  simulation.write(async (work) => {
    const subscription = await firstDue(work.trx, 'subscription', work.now);
    const dueAt = subscription?.due_at ?? null;
    if (subscription !== undefined && dueAt !== null) await advance(work.at(dueAt), subscription, dueAt);
    return subscription !== undefined;
  });

/** Handles every due change in order, each in a separate transaction. After a crash, the next call continues. */
export const catchUp = async (simulation: Simulation): Promise<void> => {
  while (await handleNext(simulation));
};
