import { givesMembership } from '../../../src/contracts/calls/subscription.ts';
import type { Language } from '../../../src/contracts/language.ts';
import { day, hour } from '../../../src/lib/time.ts';
import type { Database } from '../../db/database.ts';
import { noticesRepository } from '../../store/billing.repository.ts';
import { usersRepository } from '../../store/accounts.repository.ts';
import { dayIn } from '../clock.ts';
import { enqueue, type JobPayload } from '../jobs/jobs.ts';
import type { JobHandlers } from '../jobs/worker.ts';
import { type DatedTemplate, datedTemplates, type MailMessage, type MembershipTemplate } from '../mail/mail-message.ts';
import { endOfElsewhere } from './move-in.ts';
import { type BillingDependencies, isEnding, type KnownSubscription } from './subscription.ts';

/**
 * How long before its date a mail is due; the hourly task finds it in time for whole days.
 * - Visa asks for seven days before the end of a trial or of a promotion (its policy for subscription merchants of
 *   April 2020); California for 3 to 21. The welcome of a trial, which lasts seven days, names its end, the amount and
 *   the way out.
 * - California asks for a reminder once a year, and for one 15 to 45 days before a year's renewal (Business and
 *   Professions Code, section 17602, with AB 2863); France for one at least a month before it (consumer code, article
 *   L. 215-1).
 */
const lead: Record<DatedTemplate, number> = {
  'trial-ends': 3 * day + hour,
  'discount-ends': 7 * day + hour,
  'yearly-reminder': 35 * day,
};

/**
 * Returns the next day on which a membership began a number of years ago; one that is paid by the year renews on it.
 */
const anniversaryOf = ({ trialEnd, startedAt, price, currentPeriodEnd }: KnownSubscription, now: Date): Date | null => {
  if (price?.interval === 'year' && price.intervalCount === 1) return currentPeriodEnd;
  const start = trialEnd ?? startedAt;
  if (start === null) return null;
  const next = new Date(start);
  while (next <= now) next.setUTCFullYear(next.getUTCFullYear() + 1);
  return next;
};

/** Returns the date of each mail that is promised for a membership, as it was read. */
const datesOf = (one: KnownSubscription, now: Date): Record<DatedTemplate, Date | null> => {
  const isActive = one.status === 'active';
  const isReduced = isActive && one.wasDiscounted && one.discount === null;
  return {
    'trial-ends': one.status === 'trialing' ? one.trialEnd : null,
    // Stripe sends no event before it, and a discount is gone with its last use.
    'discount-ends': isReduced ? (one.next?.at ?? null) : null,
    'yearly-reminder': isActive ? anniversaryOf(one, now) : null,
  };
};

/**
 * Adds the job of a mail. A mail is sent once for its date (`notices`), so a repeated job sends no other.
 * @param now for a mail that may have another date later: the jobs of an hour are one
 */
export const addTell = (trx: Database, payload: JobPayload<'tell-owner'>, now?: Date): Promise<void> => {
  const key = `tell:${payload.template}:${payload.subscriptionId}:${now?.toISOString().slice(0, 13) ?? 'once'}`;
  return enqueue(trx, { kind: 'tell-owner', payload, key });
};

/**
 * Promises the mails of later dates, and adds a job for each mail that the owner gets now and for what was bought,
 * inside the transaction that stores what was read from Stripe. It compares states, so lost, repeated and reordered
 * events have no effect.
 * @param isUndoing whether the mail about the owner's declaration says that the membership goes on
 */
export const tellNews = async (
  trx: Database,
  userId: string,
  reading: { known: readonly KnownSubscription[]; all: readonly KnownSubscription[]; now: Date; isUndoing: boolean },
): Promise<void> => {
  const { known, all, now, isUndoing } = reading;
  const promised: { userId: string; subject: string; kind: DatedTemplate; about: Date }[] = [];
  for (const one of all) {
    const { stripe, status, startedAt } = one;
    if (stripe === null) continue;
    const { id: subscriptionId, customerId } = stripe;
    const before = known.find((other) => other.stripe?.id === subscriptionId);
    const dates = datesOf(one, now);
    for (const kind of datedTemplates) {
      const about = dates[kind];
      if (about !== null) promised.push({ userId, subject: subscriptionId, kind, about });
    }
    const isNew = before === undefined && givesMembership[status] && !one.movedIn;
    // A restored database meets what is older for the first time.
    if (isNew && startedAt !== null && startedAt.getTime() + day > now.getTime()) {
      const payload = { subscriptionId, customerId, userId };
      await enqueue(trx, { kind: 'check-purchase', payload, key: `purchase:${subscriptionId}` });
    }
    const ends = dates['trial-ends'];
    const isKept = before !== undefined && isEnding(before) && givesMembership[status] && one.endsAt === null;
    const isNow = {
      // Stripe's event about it comes in time for its mail: the hourly task is for one that is lost.
      'trial-ends': ends !== null && ends > now && ends.getTime() - lead['trial-ends'] <= now.getTime(),
      'membership-kept': isKept && !isUndoing,
      'payment-failed': status === 'past_due' && before?.status !== 'past_due',
    };
    for (const template of ['trial-ends', 'membership-kept', 'payment-failed'] as const) {
      if (isNow[template]) await addTell(trx, { userId, subscriptionId, template }, now);
    }
  }
  await noticesRepository(trx).promise(promised);
};

/** Adds the jobs of the promised mails that are due. No event is needed for them. */
export const tellDates = async (database: Database, now: Date): Promise<void> => {
  for (const template of datedTemplates) {
    const before = new Date(now.getTime() + lead[template]);
    for (const { subject, userId } of await noticesRepository(database).due(template, now, before)) {
      await addTell(database, { userId, subscriptionId: subject, template }, now);
    }
  }
};

/** Returns the mail as the subscription is now, and the date that it is about; null when it is not true any more. */
const messageAbout = (
  template: MembershipTemplate,
  one: KnownSubscription,
  reader: { to: string; language: Language; timeZone: string; now: Date; earlier: Date | null },
): { payload: MailMessage; about: Date } | null => {
  const { to, language, timeZone, now, earlier } = reader;
  const { status, price, due, next, currentPeriodEnd } = one;
  const dates = datesOf(one, now);
  /** Returns the date if it is near, and something is charged on it. */
  const near = (kind: DatedTemplate): Date | null => {
    const date = dates[kind];
    if (date === null || next === null || (one.endsAt !== null && one.endsAt <= date)) return null;
    return date.getTime() - now.getTime() <= lead[kind] ? date : null;
  };
  const about = {
    welcome: givesMembership[status] ? one.startedAt : null,
    'membership-kept': givesMembership[status] && one.endsAt === null ? currentPeriodEnd : null,
    'trial-ends': near('trial-ends'),
    'discount-ends': near('discount-ends'),
    'yearly-reminder': near('yearly-reminder'),
    'payment-failed': due === null ? null : currentPeriodEnd,
  }[template];
  const currency = next?.currency ?? price?.currency;
  if (currency === undefined || about === null) return null;
  const isFailure = template === 'payment-failed';
  const moment = isFailure ? (due?.next ?? null) : (next?.at ?? null);
  const values = {
    day: moment === null ? null : dayIn(timeZone, moment),
    amount: (isFailure ? due : next)?.amount ?? 0,
    currency,
    isTrial: status === 'trialing',
    price,
    ...(earlier && { earlier: dayIn(timeZone, earlier) }),
  };
  return { payload: { to, language, template, values }, about };
};

/**
 * Creates the handler that reads Stripe and mails an owner what is true by then: an owner who has cancelled gets no
 * mail about a payment.
 */
export const createTellOwner =
  (
    { database, clock, stripe, playfab, subscriptionsOf, contractTimeZone: timeZone }: BillingDependencies,
    customersOf: (userId: string) => Promise<void>,
  ): JobHandlers['tell-owner'] =>
  async ({ userId, subscriptionId, template, elsewhere = false }, { id }) => {
    const user = await usersRepository(database).find(userId);
    const account = user === null ? null : await playfab.accountOf(user.playfabId);
    if (account === null) return;
    // A welcome follows a reading at once.
    if (template !== 'welcome') await customersOf(userId);
    // Only the owner of the mailbox reads it.
    const earlier = template === 'welcome' ? endOfElsewhere(await stripe.membershipsOfAddress(account.email)) : null;
    await database.transaction().execute(async (trx) => {
      // A deletion that was requested during the call has withdrawn the person's mails, or is about to.
      const owner = await usersRepository(trx).lock(userId);
      if (owner === null || owner.deletionRequestedAt !== null) return;
      const envelope = { to: account.email, language: owner.language };
      if (template === 'duplicate-subscription') {
        await enqueue(trx, {
          kind: 'mail',
          payload: { ...envelope, template, values: { elsewhere } },
          key: `mail:${id}`,
        });
        return;
      }
      const one = (await subscriptionsOf(trx, userId)).find(({ stripe: sold }) => sold?.id === subscriptionId);
      const now = stripe.atStripe(clock.now());
      const found = one && messageAbout(template, one, { ...envelope, timeZone, now, earlier });
      if (!found) return;
      const told = { userId, subject: subscriptionId, kind: template, about: found.about };
      if (await noticesRepository(trx).record(told)) await enqueue(trx, { kind: 'mail', payload: found.payload });
    });
  };
