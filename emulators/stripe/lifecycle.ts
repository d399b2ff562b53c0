import { couponOf } from './catalog.ts';
import { type Invoice, type StoredInvoice, subscriptionIdOf } from './invoice-objects.ts';
import { changeInvoice, chargedAfter, draft, payInvoice, pendingItems, settleRefund } from './invoices.ts';
import {
  type Card,
  dateOf,
  daysAfter,
  newCustomer,
  newDiscount,
  newSubscription,
  periodEndOf,
  periodOf,
  priceWith,
  type StoredSession,
  type StoredSubscription,
  unix,
} from './objects.ts';
import { find, findCustomer, firstDue, get, save, saveObject } from './store.ts';
import { changeSubscription, endOf, endSubscription, invoicesOf, lineOf, nextOf } from './subscriptions.ts';
import type { Simulation, UnitOfWork } from './work.ts';

/** The days before each retry of a declined charge. The subscription ends when the last retry fails. */
const retryPauses: readonly number[] = [3, 5, 7];
const retryAfter = (now: Date, attempts: number): Date | null => {
  const pause = retryPauses[attempts];
  return pause === undefined ? null : daysAfter(now, pause);
};
/**
 * Charges an invoice to the card of its subscription, which is then active, waits for the next retry, or ends. A
 * cancellation at the end of the period stops no retry.
 */
const collect = async (
  work: UnitOfWork,
  invoice: StoredInvoice,
  nextAfter: (attempts: number) => Date | null = (attempts) => retryAfter(work.now, attempts),
): Promise<void> => {
  const subscription = await find(work.trx, 'subscription', subscriptionIdOf(invoice) ?? '');
  // The cards of a deleted customer are deleted, too (https://docs.stripe.com/api/customers/delete).
  if ((await findCustomer(work.trx, invoice.object.customer)) === undefined) {
    await changeInvoice(work, invoice, {});
    return;
  }
  const isLive = subscription !== undefined && subscription.object.status !== 'canceled';
  const retryAt = isLive ? nextAfter(invoice.object.attempt_count) : null;
  const isPaid = await payInvoice(work, invoice, subscription?.hidden.card ?? 'works', retryAt);
  if (!isLive || invoice.object.id !== subscription.object.latest_invoice) return;
  const status = isPaid ? 'active' : 'past_due';
  if (!isPaid && retryAt === null) await endSubscription(work, subscription, 'payment_failed');
  else if (subscription.object.status !== status && subscription.object.status !== 'trialing') {
    await changeSubscription(work, subscription, { status });
  }
};

/**
 * Voids an invoice. A subscription that it left overdue is active: Stripe looks at the newest invoice that is not void.
 */
export const voidInvoice = async (work: UnitOfWork, stored: StoredInvoice): Promise<Invoice> => {
  const { object } = await changeInvoice(work, stored, { status: 'void' });
  const subscription = await find(work.trx, 'subscription', subscriptionIdOf(stored) ?? '');
  if (subscription?.object.status === 'past_due' && subscription.object.latest_invoice === object.id) {
    await changeSubscription(work, subscription, { status: 'active' });
  }
  return object;
};

/** Changes the card of a subscription. An overdue invoice is charged to the new card at once. */
export const changeCard = async (work: UnitOfWork, before: StoredSubscription, card: Card): Promise<void> => {
  await save(work.trx, { ...before, hidden: { ...before.hidden, card } });
  for (const invoice of await invoicesOf(work, before.object, 'open')) {
    if (invoice.due_at !== null) await collect(work, invoice, () => invoice.due_at);
  }
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
    due_at: nextOf(created, now),
  };
  // The first invoice is charged at once. That of a trial is of zero.
  const end = unix(periodEndOf(created));
  const line =
    trialEnd === null
      ? lineOf(subscription, now)
      : { amount: 0, description: null, period: { start: created.created, end } };
  const invoice = await draft(work, created, [line], null);
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

/** What Stripe does with the invoices of a paused subscription (https://docs.stripe.com/billing/subscriptions/pause-payment). */
const paused = { keep_as_draft: 'draft', mark_uncollectible: 'uncollectible', void: 'void' } as const;

const renew = async (work: UnitOfWork, before: StoredSubscription): Promise<void> => {
  const { object } = before;
  const pause = object.pause_collection;
  const line = lineOf(before, periodEndOf(object));
  const { start, end } = line.period;
  const invoice = await draft(work, object, [line], pause === null ? chargedAfter(work.now) : null);
  if (pause !== null) await changeInvoice(work, invoice, { status: paused[pause.behavior] });
  await changeSubscription(work, before, {
    status: object.status === 'trialing' ? 'active' : object.status,
    items: periodOf(dateOf(start), dateOf(end), object.items.data),
    latest_invoice: invoice.object.id,
  });
};

/** Makes the scheduled change of a subscription. The state of the subscription says which one it is. */
const advance = async (work: UnitOfWork, subscription: StoredSubscription, dueAt: Date): Promise<void> => {
  const { object } = subscription;
  const ending = endOf(object);
  const resumesAt = object.pause_collection?.resumes_at ?? null;
  if (ending !== null && ending <= dueAt) {
    // What is pending is charged at the end of the period (https://docs.stripe.com/api/subscriptions/cancel).
    if ((await pendingItems(work, object)).length > 0) await draft(work, object, [], chargedAfter(dueAt));
    await endSubscription(work, subscription);
  } else if (resumesAt !== null && dateOf(resumesAt) <= dueAt) {
    await changeSubscription(work, subscription, { pause_collection: null });
  } else if (dueAt < periodEndOf(object)) {
    await save(work.trx, { ...subscription, due_at: nextOf(object, dueAt) });
    if (object.status === 'trialing') await work.emit('customer.subscription.trial_will_end', object);
  } else await renew(work, subscription);
};

/** Handles the scheduled change that became due first, at the time it was due. */
const handleNext = (simulation: Simulation): Promise<boolean> =>
  simulation.write(async (now) => {
    const due = await firstDue(now.trx, now.now);
    if (due === undefined) return false;
    const { kind, id, due_at: dueAt } = due;
    const work = now.at(dueAt);
    if (kind === 'subscription') await advance(work, await get(now.trx, kind, id), dueAt);
    else if (kind === 'refund') await settleRefund(work, await get(now.trx, kind, id));
    else await collect(work, await get(now.trx, kind, id));
    return true;
  });

/** Handles every due change in order, each in a separate transaction. After a crash, the next call continues. */
export const catchUp = async (simulation: Simulation): Promise<void> => {
  while (await handleNext(simulation));
};
