import { givesMembership } from '../../../src/contracts/calls/subscription.ts';
import type { Language } from '../../../src/contracts/language.ts';
import { day, hour } from '../../../src/lib/time.ts';
import type { Database } from '../../db/database.ts';
import { noticesRepository, stripeSubscriptionsRepository } from '../../store/billing.repository.ts';
import { usersRepository } from '../../store/accounts.repository.ts';
import { dayIn } from '../clock.ts';
import { enqueue } from '../jobs/jobs.ts';
import type { JobHandlers } from '../jobs/worker.ts';
import type { MailMessage, MembershipTemplate } from '../mail/mail-message.ts';
import { type BillingDependencies, isEnding, type KnownSubscription } from './subscription.ts';

/** How long before the end of a trial its mail is due: the hourly task finds it in time for three days. */
const notice = 3 * day + hour;

const isTrialEnding = ({ status, endsAt, trialEnd }: KnownSubscription, now: Date): boolean =>
  status === 'trialing' && endsAt === null && trialEnd !== null && trialEnd.getTime() - now.getTime() <= notice;

type News = { subscriptionId: string; template: MembershipTemplate };

/**
 * Returns what the owner is told about subscriptions that were just read. It compares states, so lost, repeated and
 * reordered events have no effect. A subscription that is older than a day is not welcomed: a restored database meets it
 * for the first time.
 */
const newsOf = (known: readonly KnownSubscription[], all: readonly KnownSubscription[], now: Date): News[] =>
  all.flatMap((one) => {
    const { stripe, status, startedAt } = one;
    if (stripe === null || startedAt === null) return [];
    const before = known.find((other) => other.stripe?.id === stripe.id);
    const isNew = before === undefined && givesMembership[status] && startedAt.getTime() + day > now.getTime();
    const isKept = before !== undefined && isEnding(before) && givesMembership[status] && one.endsAt === null;
    const templates: MembershipTemplate[] = [
      ...(isNew ? ['welcome' as const] : []),
      ...(isKept ? ['membership-kept' as const] : []),
      ...(isTrialEnding(one, now) ? ['trial-ends' as const] : []),
      ...(status === 'past_due' && before?.status !== 'past_due' ? ['payment-failed' as const] : []),
    ];
    return templates.map((template) => ({ subscriptionId: stripe.id, template }));
  });

/** Adds the job of a mail. A mail is sent once for its date (`notices`), so a repeated job sends no other. */
const addTell = (trx: Database, payload: News & { userId: string }, now: Date): Promise<void> => {
  const key = `tell:${payload.template}:${payload.subscriptionId}:${now.toISOString().slice(0, 13)}`;
  return enqueue(trx, { kind: 'tell-owner', payload, key });
};

/**
 * Adds a job for each mail that the owner gets, inside the transaction that stores what was read from Stripe.
 * @param isUndoing whether the owner is told by the result of an own declaration that the membership goes on
 */
export const tellNews = async (
  trx: Database,
  userId: string,
  reading: { known: readonly KnownSubscription[]; all: readonly KnownSubscription[]; now: Date; isUndoing: boolean },
): Promise<void> => {
  for (const news of newsOf(reading.known, reading.all, reading.now)) {
    if (news.template !== 'membership-kept' || !reading.isUndoing) await addTell(trx, { userId, ...news }, reading.now);
  }
};

/** Adds the jobs of the mails before the ends of trials. No event is needed for them. */
export const tellTrials = async (database: Database, now: Date): Promise<void> => {
  const before = new Date(now.getTime() + notice);
  for (const { id, userId } of await stripeSubscriptionsRepository(database).trialsEndingBefore(before, 'trial-ends')) {
    await addTell(database, { userId, subscriptionId: id, template: 'trial-ends' }, now);
  }
};

/** Returns the mail as the subscription is now, and the date that it is about; null when it is not true any more. */
const messageAbout = (
  template: MembershipTemplate,
  one: KnownSubscription,
  { to, language, timeZone, now }: { to: string; language: Language; timeZone: string; now: Date },
): { payload: MailMessage; about: Date } | null => {
  const { status, price, due, next, trialEnd, startedAt, currentPeriodEnd } = one;
  const isFailure = template === 'payment-failed';
  const isTrue = {
    welcome: givesMembership[status],
    'membership-kept': givesMembership[status] && one.endsAt === null,
    'trial-ends': isTrialEnding(one, now) && next !== null,
    'payment-failed': due !== null,
  };
  const about = {
    welcome: startedAt,
    'membership-kept': currentPeriodEnd,
    'trial-ends': trialEnd,
    'payment-failed': currentPeriodEnd,
  }[template];
  const currency = next?.currency ?? price?.currency;
  if (!isTrue[template] || currency === undefined || about === null) return null;
  const moment = isFailure ? (due?.next ?? null) : (next?.at ?? null);
  const values = {
    day: moment === null ? null : dayIn(timeZone, moment),
    amount: (isFailure ? due : next)?.amount ?? 0,
    currency,
    isTrial: status === 'trialing',
  };
  return { payload: { to, language, template, values }, about };
};

/** Creates the handler that reads Stripe and mails an owner what is true by then: who has cancelled is not told of a payment. */
export const createTellOwner =
  (
    { database, clock, stripe, playfab, subscriptionsOf, contractTimeZone: timeZone }: BillingDependencies,
    customersOf: (userId: string) => Promise<void>,
  ): JobHandlers['tell-owner'] =>
  async ({ userId, subscriptionId, template }, { id }) => {
    const user = await usersRepository(database).find(userId);
    const account = user === null ? null : await playfab.accountOf(user.playfabId);
    if (account === null) return;
    // A welcome follows a reading at once.
    if (template !== 'welcome') await customersOf(userId);
    await database.transaction().execute(async (trx) => {
      // A deletion that was requested during the call has withdrawn the person's mails, or is about to.
      const owner = await usersRepository(trx).lock(userId);
      if (owner === null || owner.deletionRequestedAt !== null) return;
      const envelope = { to: account.email, language: owner.language };
      if (template === 'duplicate-subscription') {
        await enqueue(trx, { kind: 'mail', payload: { ...envelope, template, values: {} }, key: `mail:${id}` });
        return;
      }
      const one = (await subscriptionsOf(trx, userId)).find(({ stripe: sold }) => sold?.id === subscriptionId);
      const now = stripe.atStripe(clock.now());
      const found = one && messageAbout(template, one, { ...envelope, timeZone, now });
      if (!found) return;
      const told = { userId, subject: subscriptionId, kind: template, about: found.about };
      if (await noticesRepository(trx).record(told)) await enqueue(trx, { kind: 'mail', payload: found.payload });
    });
  };
