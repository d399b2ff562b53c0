import { z } from 'zod';
import { type Invoice, newInvoice, subscriptionIdOf } from './invoice-objects.ts';
import { changeInvoice, pendingItems } from './invoices.ts';
import {
  dateOf,
  daysAfter,
  due,
  mergeMetadata,
  monthlyPrice,
  periodEndAfter,
  periodEndOf,
  type StoredSubscription,
  type SubscriptionObject,
  unix,
  wholePrice,
} from './objects.ts';
import { booleanText, metadata, momentOrNone, StripeError } from './parameters.ts';
import { get, list, save } from './store.ts';
import type { UnitOfWork } from './work.ts';

/** Stripe announces the end of a trial this number of days in advance. */
const notice = 3;
/** Returns when a subscription ends, if no one changes it. */
export const endOf = (subscription: SubscriptionObject): Date | null => {
  if (subscription.cancel_at !== null) return dateOf(subscription.cancel_at);
  return subscription.cancel_at_period_end ? periodEndOf(subscription) : null;
};

/** Returns when something happens to a subscription next, after a moment. */
export const nextDateOf = (subscription: SubscriptionObject, now: Date): Date => {
  const end = periodEndOf(subscription);
  const { pause_collection: pause, status } = subscription;
  const announced = status === 'trialing' ? daysAfter(end, -notice) : end;
  const resumes = typeof pause?.resumes_at === 'number' ? dateOf(pause.resumes_at) : end;
  const dates = [end, announced, resumes, endOf(subscription) ?? end].filter((date) => date > now || date >= end);
  return new Date(Math.min(...dates.map((date) => date.getTime())));
};

/** Returns what the period costs that begins at a date, and its end. One that `cancel_at` cuts off costs its part. */
export const lineOf = (subscription: StoredSubscription, start: Date) => {
  const whole = periodEndAfter(dateOf(subscription.billing_cycle_anchor), start);
  const ending = endOf(subscription);
  const end = ending !== null && ending > start && ending < whole ? ending : whole;
  const part = (end.getTime() - start.getTime()) / (whole.getTime() - start.getTime());
  const amount = Math.round(monthlyPrice(subscription, start) * part);
  const off = Math.round(wholePrice(subscription) * part) - amount;
  return { amount, off, end };
};

/** Changes a subscription and creates the event. */
export const changeSubscription = async (
  { trx, emit, now }: UnitOfWork,
  before: StoredSubscription,
  change: Partial<SubscriptionObject>,
): Promise<StoredSubscription> => {
  const changed = { ...before, ...change };
  const after = await save(trx, { ...changed, [due]: before[due] && nextDateOf(changed, now) });
  await emit('customer.subscription.updated', after);
  return after;
};

export const invoicesOf = async (
  { trx }: UnitOfWork,
  { id, customer }: SubscriptionObject,
  status: Invoice['status'],
) => (await list(trx, 'invoice', customer)).filter((one) => one.status === status && subscriptionIdOf(one) === id);

/**
 * Ends a subscription at once. Stripe stops the collection of all finalized invoices of the customer, which stay open.
 * A draft is not named there, so it is still charged (https://docs.stripe.com/api/subscriptions/cancel). Pending items
 * stay, too.
 */
export const endSubscription = async (
  work: UnitOfWork,
  subscription: StoredSubscription,
): Promise<SubscriptionObject> => {
  const invoices = await list(work.trx, 'invoice', subscription.customer);
  for (const one of invoices) if (one.status === 'open') await changeInvoice(work, one, {});
  const { schedule, canceled_at } = subscription;
  if (schedule !== null) {
    await save(work.trx, { ...(await get(work.trx, 'subscription_schedule', schedule)), status: 'canceled' as const });
  }
  const ended = {
    ...subscription,
    status: 'canceled' as const,
    canceled_at: canceled_at ?? unix(work.now),
    ended_at: unix(work.now),
    [due]: null,
  };
  await save(work.trx, ended);
  await work.emit('customer.subscription.deleted', ended);
  return ended;
};

/** What a call can change. */
export const subscriptionChange = {
  cancel_at: momentOrNone.optional(),
  cancel_at_period_end: booleanText.optional(),
  metadata: metadata.optional(),
  pause_collection: z
    .union([
      z.literal('').transform(() => null),
      z.strictObject({
        behavior: z.enum(['keep_as_draft', 'mark_uncollectible', 'void']),
        resumes_at: momentOrNone.default(null),
      }),
    ])
    .optional(),
};
type SubscriptionChange = z.output<z.ZodObject<typeof subscriptionChange>>;

/** Returns the fields of a cancellation (https://docs.stripe.com/api/subscriptions/update). */
const cancellationOf = (
  { now }: UnitOfWork,
  before: SubscriptionObject,
  { cancel_at: date, cancel_at_period_end: atEnd }: SubscriptionChange,
): Partial<SubscriptionObject> => {
  if (atEnd === before.cancel_at_period_end || (atEnd === undefined && date === before.cancel_at)) return {};
  if (date === undefined && atEnd === undefined) return {};
  const cancel_at = atEnd === true ? unix(periodEndOf(before)) : (date ?? null);
  return {
    cancel_at,
    cancel_at_period_end: atEnd === true,
    canceled_at: cancel_at === null ? null : unix(now),
  };
};

/** @throws StripeError for what Stripe refuses */
export const updateSubscription = async (
  work: UnitOfWork,
  before: StoredSubscription,
  input: SubscriptionChange,
): Promise<SubscriptionObject> => {
  const { cancel_at: date, cancel_at_period_end: atEnd, pause_collection: pause } = input;
  const isEnding = date !== undefined || atEnd !== undefined;
  if (before.status === 'canceled' && (isEnding || pause !== undefined)) {
    throw new StripeError(400, 'A canceled subscription can only update its cancellation_details and metadata.');
  }
  if (date !== undefined && atEnd !== undefined) {
    throw new StripeError(400, 'You may only specify one of these parameters: cancel_at, cancel_at_period_end.');
  }
  if (typeof date === 'number' && date <= unix(work.now)) {
    throw new StripeError(400, 'The date must be in the future.', { param: 'cancel_at' });
  }
  // Quoted in https://github.com/laravel/cashier-stripe/issues/1748.
  if (isEnding && before.schedule !== null) {
    throw new StripeError(
      400,
      `The subscription is managed by the subscription schedule \`${before.schedule}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
    );
  }
  const change = {
    ...cancellationOf(work, before, input),
    ...(input.metadata !== undefined && { metadata: mergeMetadata(before.metadata, input.metadata) }),
    ...(pause !== undefined && { pause_collection: pause }),
  };
  return Object.keys(change).length === 0 ? before : changeSubscription(work, before, change);
};

/**
 * Returns the next invoice: what is pending, and the next period unless the subscription ends before it
 * (https://docs.stripe.com/api/invoices/create_preview). @throws StripeError when there is nothing to charge
 */
export const previewOf = async (work: UnitOfWork, subscription: StoredSubscription): Promise<object> => {
  const at = periodEndOf(subscription);
  const ending = endOf(subscription);
  const isLast = ending !== null && ending <= at;
  const lines = [...(await pendingItems(work, subscription)), ...(isLast ? [] : [lineOf(subscription, at)])];
  if (subscription.status === 'canceled' || lines.length === 0) {
    throw new StripeError(404, `No upcoming invoices for customer: ${subscription.customer}`, {
      code: 'invoice_upcoming_none',
    });
  }
  return newInvoice(isLast ? ending : at, subscription, lines);
};
