import { couponOf } from './catalog.ts';
import { type Invoice, type StoredInvoice, subscriptionIdOf } from './invoice-objects.ts';
import { changeInvoice, chargedAfter, draft, payInvoice, pendingItems, settleRefund } from './invoices.ts';
import {
  type Card,
  dateOf,
  daysAfter,
  due,
  hidden,
  newCustomer,
  newDiscount,
  newSubscription,
  periodEndOf,
  periodOf,
  priceWith,
  type StoredSession,
  type StoredSubscription,
} from './objects.ts';
import { find, findCustomer, firstDue, get, save } from './store.ts';
import { changeSubscription, endOf, endSubscription, invoicesOf, lineOf, nextDateOf } from './subscriptions.ts';
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
  if ((await findCustomer(work.trx, invoice.customer)) === undefined) {
    await changeInvoice(work, invoice, {});
    return;
  }
  const isLive = subscription !== undefined && subscription.status !== 'canceled';
  const retryAt = isLive ? nextAfter(invoice.attempt_count) : null;
  const isPaid = await payInvoice(work, invoice, subscription?.[hidden].card ?? 'works', retryAt);
  if (!isLive || invoice.id !== subscription.latest_invoice) return;
  const status = isPaid ? 'active' : 'past_due';
  if (!isPaid && retryAt === null) await endSubscription(work, subscription);
  else if (subscription.status !== status && subscription.status !== 'trialing') {
    await changeSubscription(work, subscription, { status });
  }
};

/**
 * Voids an invoice. A subscription that it left overdue is active: Stripe looks at the newest invoice that is not void.
 */
export const voidInvoice = async (work: UnitOfWork, invoice: StoredInvoice): Promise<Invoice> => {
  const subscription = await find(work.trx, 'subscription', subscriptionIdOf(invoice) ?? '');
  if (subscription?.status === 'past_due' && subscription.latest_invoice === invoice.id) {
    await changeSubscription(work, subscription, { status: 'active' });
  }
  return changeInvoice(work, invoice, { status: 'void' });
};

/** Changes the card of a subscription. An overdue invoice is charged to the new card at once. */
export const changeCard = async (work: UnitOfWork, before: StoredSubscription, card: Card): Promise<void> => {
  await save(work.trx, { ...before, [hidden]: { ...before[hidden], card } });
  for (const invoice of await invoicesOf(work, before, 'open')) {
    if (invoice[due] !== null) await collect(work, invoice, () => invoice[due]);
  }
};

/**
 * Completes a checkout: creates customer, subscription and first invoice, and closes the session.
 * @returns false when the card is declined. Then nothing has changed.
 */
export const completeCheckout = async (
  work: UnitOfWork,
  session: StoredSession,
  { email, card }: { email: string; card: Card },
): Promise<boolean> => {
  const { trx, now } = work;
  const order = session[hidden];
  const coupon = couponOf(order.coupon);
  const isFree = order.trialDays !== null || priceWith(coupon) === 0;
  if (card === 'declined' || (card === 'fails' && !isFree)) return false;

  const customer = (await findCustomer(trx, session.customer)) ?? (await save(trx, newCustomer(now, email)));
  const trialEnd = order.trialDays === null ? null : daysAfter(now, order.trialDays);
  const created = newSubscription(now, { customer: customer.id, metadata: order.metadata, trialEnd });
  const discount = coupon === undefined ? null : newDiscount(coupon, now);
  const subscription = {
    ...created,
    discounts: discount === null ? [] : [discount.id],
    [hidden]: { card, discount },
    [due]: nextDateOf(created, now),
  };
  // The first invoice is charged at once. That of a trial is of zero.
  const line = trialEnd === null ? lineOf(subscription, now) : { amount: 0 };
  const invoice = await draft(work, created, [line], null);
  await payInvoice(work, invoice, card);
  const settled = await save(trx, { ...subscription, latest_invoice: invoice.id });
  await work.emit('customer.subscription.created', settled);

  const paid = { status: 'complete' as const, customer: customer.id, subscription: settled.id, url: null };
  await work.emit('checkout.session.completed', await save(trx, { ...session, ...paid }));
  return true;
};

/**
 * What Stripe does with the invoices of a paused subscription
 * (https://docs.stripe.com/billing/subscriptions/pause-payment).
 */
const paused = { keep_as_draft: 'draft', mark_uncollectible: 'uncollectible', void: 'void' } as const;

const renew = async (work: UnitOfWork, before: StoredSubscription): Promise<void> => {
  const { pause_collection: pause, status, items } = before;
  const start = periodEndOf(before);
  const line = lineOf(before, start);
  const invoice = await draft(work, before, [line], pause === null ? chargedAfter(work.now) : null);
  if (pause !== null) await changeInvoice(work, invoice, { status: paused[pause.behavior] });
  await changeSubscription(work, before, {
    status: status === 'trialing' ? 'active' : status,
    items: periodOf(start, line.end, items.data),
    latest_invoice: invoice.id,
  });
};

/** Makes the scheduled change of a subscription. The state of the subscription says which one it is. */
const advance = async (work: UnitOfWork, subscription: StoredSubscription, dueAt: Date): Promise<void> => {
  const ending = endOf(subscription);
  const resumesAt = subscription.pause_collection?.resumes_at ?? null;
  if (ending !== null && ending <= dueAt) {
    // What is pending is charged at the end of the period (https://docs.stripe.com/api/subscriptions/cancel).
    if ((await pendingItems(work, subscription)).length > 0) await draft(work, subscription, [], chargedAfter(dueAt));
    await endSubscription(work, subscription);
  } else if (resumesAt !== null && dateOf(resumesAt) <= dueAt) {
    await changeSubscription(work, subscription, { pause_collection: null });
  } else if (dueAt < periodEndOf(subscription)) {
    await save(work.trx, { ...subscription, [due]: nextDateOf(subscription, dueAt) });
    if (subscription.status === 'trialing') await work.emit('customer.subscription.trial_will_end', subscription);
  } else await renew(work, subscription);
};

/** Handles the scheduled change that became due first, at the time it was due. */
const handleNext = (simulation: Simulation): Promise<boolean> =>
  simulation.write(async (now) => {
    const next = await firstDue(now.trx, now.now);
    if (next === undefined) return false;
    const { kind, id, due_at: dueAt } = next;
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
