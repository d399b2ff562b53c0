import { givesMembership, type SubscriptionStatus } from '../../../src/contracts/calls/subscription.ts';
import type { Language } from '../../../src/contracts/language.ts';
import { day, hour } from '../../../src/lib/time.ts';
import type { Database } from '../../db/database.ts';
import { usersRepository } from '../../store/accounts.repository.ts';
import { dayIn } from '../clock.ts';
import { enqueue } from '../jobs/jobs.ts';
import type { JobHandlers } from '../jobs/worker.ts';
import type { MailMessage, MembershipTemplate } from '../mail/mail-message.ts';
import { type BillingDependencies, type KnownSubscription } from './subscription.ts';

/** How long before the end of a trial its mail is due: Stripe's event comes three days before, and clocks differ. */
const notice = 3 * day + hour;

type News = { subscriptionId: string; template: MembershipTemplate; period: Date | null };

const isMember = (status: SubscriptionStatus): boolean => givesMembership[status];

/**
 * Returns what the owner is told about subscriptions that were just read. It compares states, so lost, repeated and
 * reordered events have no effect. A subscription that is older than a day is not welcomed: a restored database meets it
 * for the first time.
 */
const newsOf = (known: readonly KnownSubscription[], all: readonly KnownSubscription[], now: Date): News[] =>
  all.flatMap((one) => {
    const { stripe, status, startedAt, trialEnd, cancelAtPeriodEnd } = one;
    if (stripe === null || startedAt === null) return [];
    const before = known.find((other) => other.stripe?.id === stripe.id);
    const isNew = before === undefined && isMember(status) && startedAt.getTime() + day > now.getTime();
    const isTrialEnding =
      status === 'trialing' && !cancelAtPeriodEnd && trialEnd !== null && trialEnd.getTime() - now.getTime() <= notice;
    const templates: MembershipTemplate[] = [
      ...(isNew ? ['welcome' as const] : []),
      ...(isTrialEnding ? ['trial-ends' as const] : []),
      ...(status === 'past_due' && before?.status !== 'past_due' ? ['payment-failed' as const] : []),
    ];
    return templates.map((template) => ({ subscriptionId: stripe.id, template, period: one.currentPeriodEnd }));
  });

/** Adds a job for each mail that the owner gets, inside the transaction that stores what was read from Stripe. */
export const tellNews = async (
  trx: Database,
  userId: string,
  { known, all, now }: { known: readonly KnownSubscription[]; all: readonly KnownSubscription[]; now: Date },
): Promise<void> => {
  for (const { subscriptionId, template, period } of newsOf(known, all, now)) {
    const key = `tell:${template}:${subscriptionId}:${period?.toISOString()}`;
    await enqueue(trx, { kind: 'tell-owner', payload: { userId, subscriptionId, template }, key });
  }
};

/** Returns the mail as the subscription is now; null when it is not true any more, or the price is not a known amount. */
const messageAbout = (
  template: MembershipTemplate,
  { status, currentPeriodEnd, cancelAtPeriodEnd, price, discount, due }: KnownSubscription,
  { to, language, timeZone }: { to: string; language: Language; timeZone: string },
): MailMessage | null => {
  const isFailure = template === 'payment-failed';
  const isTrial = status === 'trialing';
  const isTrue = {
    welcome: isMember(status),
    'trial-ends': isTrial && !cancelAtPeriodEnd,
    'payment-failed': due !== null,
  };
  const amount = isFailure ? due?.amount : (discount?.amount ?? price?.amount);
  if (!isTrue[template] || price === null || amount === undefined) return null;
  const moment = isFailure ? (due?.next ?? null) : currentPeriodEnd;
  const day = moment === null ? null : dayIn(timeZone, moment);
  return { to, language, template, values: { day, amount, currency: price.currency, isTrial } };
};

/** Creates the handler that mails an owner what is true by then: who has cancelled is not told of a payment. */
export const createTellOwner =
  ({ database, playfab, subscriptionsOf, contractTimeZone }: BillingDependencies): JobHandlers['tell-owner'] =>
  async ({ userId, subscriptionId, template }, { id }) => {
    const user = await usersRepository(database).find(userId);
    const account = user === null ? null : await playfab.accountOf(user.playfabId);
    if (account === null) return;
    await database.transaction().execute(async (trx) => {
      // A deletion that was requested during the call has withdrawn the person's mails, or is about to.
      const owner = await usersRepository(trx).lock(userId);
      if (owner === null || owner.deletionRequestedAt !== null) return;
      const envelope = { to: account.email, language: owner.language };
      const all = await subscriptionsOf(trx, userId);
      const one = all.find(({ stripe }) => stripe?.id === subscriptionId);
      const payload =
        template === 'duplicate-subscription'
          ? { ...envelope, template, values: {} }
          : one && messageAbout(template, one, { ...envelope, timeZone: contractTimeZone });
      if (payload) await enqueue(trx, { kind: 'mail', payload, key: `mail:${id}` });
    });
  };
