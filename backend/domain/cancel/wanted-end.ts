import { limits as productLimits } from '../../../src/config/limits.ts';
import type { WantedEnd } from '../../../src/contracts/calls/cancel.ts';
import { minute } from '../../../src/lib/time.ts';
import type { Database } from '../../db/database.ts';
import {
  declarationsRepository,
  type EndDecision,
  type StoredDeclaration,
  type StoredEnd,
  wantedEndsRepository,
} from '../../store/cancel.repository.ts';
import { type User, usersRepository } from '../../store/accounts.repository.ts';
import { type FindSubscriptions, isLive, type KnownSubscription } from '../billing/subscription.ts';
import { endAndRefund, RefundRefused } from '../billing/sync.ts';
import { dayIn } from '../clock.ts';
import type { Gateways, Infrastructure, PortalSettings } from '../dependencies.ts';
import type { Limits } from '../limits/limits.ts';
import type { MailMessage } from '../mail/mail-message.ts';
import { enqueue } from '../jobs/jobs.ts';
import type { JobHandlers } from '../jobs/worker.ts';

/** Returns the last day of a period of days, which ends with the last hour of that day. The first day does not count. */
export const lastDay = (timeZone: string, start: Date, days: number): string => {
  const day = new Date(`${dayIn(timeZone, start)}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + days);
  return day.toISOString().slice(0, 10);
};

/**
 * Returns the last day on which a parent may withdraw from a subscription: some days from the start of the contract, or
 * from the first payment, which comes later after a free trial. A period that ends at a weekend ends with the Monday after it
 * (Regulation (EEC) 1182/71, article 3 (4)); public holidays differ by country and are not counted. null for a subscription
 * of an app store.
 */
export const withdrawUntil = (
  { startedAt, trialEnd }: Pick<KnownSubscription, 'startedAt' | 'trialEnd'>,
  timeZone: string,
): string | null => {
  if (startedAt === null) return null;
  const start = trialEnd !== null && trialEnd > startedAt ? trialEnd : startedAt;
  const weekday = new Date(lastDay(timeZone, start, productLimits.withdrawalDays)).getUTCDay();
  const untilMonday = { 0: 1, 6: 2 }[weekday] ?? 0;
  return lastDay(timeZone, start, productLimits.withdrawalDays + untilMonday);
};

type Ours = KnownSubscription & { stripe: { id: string } };
const isOurs = (one: KnownSubscription): one is Ours => one.stripe !== null;
/** Returns the subscriptions at Stripe that an end concerns; all of them before that is decided. */
const concerned = ({ subscriptions }: Pick<StoredEnd, 'subscriptions'>, all: readonly KnownSubscription[]): Ours[] =>
  all.filter(isOurs).filter(({ stripe }) => subscriptions === null || subscriptions.includes(stripe.id));

/** Returns whether Stripe, as it was read last, is as the owner wants. Whether a refund was made is not among the rows. */
const isCarriedOut = (end: StoredEnd, all: readonly KnownSubscription[]): boolean => {
  const live = concerned(end, all).filter(isLive);
  if (end.wanted === 'withdrawal') return live.length === 0;
  return live.every(({ cancelAtPeriodEnd }) => cancelAtPeriodEnd === (end.wanted === 'period'));
};

/** Returns the end that is wanted while Stripe was not read, or does not show it yet. */
export const underWay = (end: StoredEnd | null, all: readonly KnownSubscription[]): WantedEnd | null => {
  if (end === null || end.settled) return null;
  const isShown = end.subscriptions !== null && end.wanted !== 'withdrawal' && isCarriedOut(end, all);
  return isShown ? null : end.wanted;
};

/**
 * Stores what an owner confirmed as the wanted end of the account, unless something else was confirmed later. A withdrawal
 * cannot be taken back: it counts also after what was confirmed later, and nothing changes it while it is carried out.
 * @param trx a transaction that holds the owner's lock
 */
export const wantEnd = async (
  trx: Database,
  end: Pick<StoredEnd, 'userId' | 'wanted' | 'declaredAt' | 'language' | 'confirmed'>,
): Promise<void> => {
  const current = await wantedEndsRepository(trx).of(end.userId);
  if (current?.wanted === 'withdrawal' && !current.settled) return;
  if (current !== null && current.confirmed > end.confirmed && end.wanted !== 'withdrawal') return;
  await wantedEndsRepository(trx).want(end);
};

/**
 * Decides which subscriptions a wanted end concerns. A withdrawal whose period is over counts as a cancellation, because
 * the person wants to leave. A period is one of Stripe's times, so the declaration is compared by Stripe's clock.
 */
const decisionOf = (
  { wanted, declaredAt }: StoredEnd,
  all: readonly KnownSubscription[],
  { contractTimeZone, ahead }: { contractTimeZone: string; ahead: number },
): EndDecision => {
  const ours = all.filter(isOurs);
  const idsOf = (some: readonly Ours[]): string[] => some.map(({ stripe }) => stripe.id);
  const today = dayIn(contractTimeZone, new Date(declaredAt.getTime() + ahead));
  // Also one that has ended since: its payments are still owed.
  const recent = ours.filter((one) => (withdrawUntil(one, contractTimeZone) ?? '') >= today);
  if (wanted === 'withdrawal' && recent.length > 0) return { wanted, late: false, subscriptions: idsOf(recent) };
  const live = ours.filter(isLive);
  const late = wanted === 'withdrawal' && live.length > 0;
  return { wanted: wanted === 'none' ? 'none' : 'period', late, subscriptions: idsOf(live) };
};

export type EndDependencies = Omit<Infrastructure, 'wake'> &
  Pick<Gateways, 'stripe' | 'playfab'> &
  Pick<PortalSettings, 'contractTimeZone'> & {
    limits: Limits;
    /** Milliseconds that a person waits at most, for all calls together. */
    stripeTimeout?: number;
    subscriptionsOf: FindSubscriptions;
    decideEnd: DecideEnd;
    /** Reads a user's subscriptions from Stripe again. */
    reread(userId: string): Promise<void>;
  };

/** Decides once which subscriptions the wanted end of a user concerns, inside a transaction that holds the user's lock. */
export type DecideEnd = (trx: Database, userId: string) => Promise<StoredEnd | null>;

type DecideDependencies = Pick<EndDependencies, 'stripe' | 'contractTimeZone' | 'subscriptionsOf'>;
export const createDecideEnd =
  ({ stripe, contractTimeZone, subscriptionsOf }: DecideDependencies): DecideEnd =>
  async (trx, userId) => {
    const end = await wantedEndsRepository(trx).of(userId);
    if (end === null || end.subscriptions !== null) return end;
    const zone = { contractTimeZone, ahead: stripe.clockAhead() };
    const decision = decisionOf(end, await subscriptionsOf(trx, userId), zone);
    await wantedEndsRepository(trx).decide(userId, decision);
    return { ...end, ...decision };
  };

/** Returns the mail about what was read from Stripe; null when the account goes on only until its deletion. */
const resultOf = (
  to: string,
  end: StoredEnd,
  { all, payments, owner }: { all: readonly KnownSubscription[]; payments: number; owner: User },
): MailMessage | null => {
  const { wanted, late, language, declaredAt } = end;
  const mine = concerned(end, all);
  const periods = mine.filter(isLive).flatMap(({ currentPeriodEnd }) => currentPeriodEnd ?? []);
  const endsAt = periods.toSorted((one, other) => other.getTime() - one.getTime())[0]?.toISOString() ?? null;
  const values = { declaredAt: declaredAt.toISOString(), endsAt, late, refunded: payments > 0 };
  const envelope = { to, language, values };
  if (wanted === 'withdrawal') return { ...envelope, template: 'withdrawal-done' };
  if (wanted === 'none' && owner.deletionRequestedAt !== null) return null;
  if (wanted === 'none' && mine.some(isLive)) return { ...envelope, template: 'cancellation-undone' };
  const isNothing = wanted === 'none' || end.subscriptions === null || end.subscriptions.length === 0;
  return { ...envelope, template: isNothing ? 'nothing-to-end' : 'cancellation-done' };
};

/** A change of mind or another worker's late call may come between; each try then follows it. */
const tries = 5;

/**
 * Makes Stripe equal to the wanted end of an account, reads Stripe afterwards, and tells the owner what was read. Every
 * step may be repeated and may run beside another one: the one that finishes last has compared Stripe with the end that was
 * confirmed last, and each end is told once.
 */
export const createCarryOut = (deps: EndDependencies) => {
  const { database, stripe, playfab, subscriptionsOf, decideEnd, reread } = deps;

  const addressOf = async (owner: User | null): Promise<string | null> =>
    owner === null ? null : (owner.deletionEmail ?? (await playfab.accountOf(owner.playfabId))?.email ?? null);

  /** Runs under the lock of a user. */
  const underLock = <Answer>(
    userId: string,
    action: (trx: Database, owner: User) => Promise<Answer>,
  ): Promise<Answer | null> =>
    database.transaction().execute(async (trx) => {
      const owner = await usersRepository(trx).lock(userId);
      return owner === null ? null : action(trx, owner);
    });

  /** Adds a mail about an end, unless it was added before, or the owner wants another one by now. */
  const tell = async (end: StoredEnd, step: string, message: (to: string) => MailMessage): Promise<void> => {
    const to = await addressOf(await usersRepository(database).find(end.userId));
    if (to === null) return;
    await underLock(end.userId, async (trx) => {
      const current = await wantedEndsRepository(trx).of(end.userId);
      if (current?.confirmed !== end.confirmed || current.settled) return;
      await enqueue(trx, { kind: 'mail', payload: message(to), key: `leave:${end.confirmed}:${step}` });
    });
  };

  /** Makes the calls to Stripe. @returns how many payments go back. @throws RefundRefused after everything ended */
  const apply = async (end: StoredEnd): Promise<number> => {
    const mine = concerned(end, await subscriptionsOf(database, end.userId));
    if (end.wanted !== 'withdrawal') {
      const ends = end.wanted === 'period';
      const others = mine.filter((one) => isLive(one) && one.cancelAtPeriodEnd !== ends);
      for (const one of others) await stripe.cancelAtPeriodEnd(one.stripe.id, ends);
      return 0;
    }
    if (end.settled) return 0;
    try {
      return await endAndRefund(deps, end.subscriptions ?? []);
    } catch (error) {
      if (error instanceof RefundRefused) {
        await reread(end.userId);
        const values = { declaredAt: end.declaredAt.toISOString() };
        await tell(end, 'ended', (to) => ({ to, language: end.language, template: 'withdrawal-ended', values }));
      }
      throw error;
    }
  };

  /** Compares what was read from Stripe with the end that is wanted now. @returns whether they agree */
  const finish = async (seen: StoredEnd, payments: number): Promise<boolean> => {
    const to = seen.settled ? null : await addressOf(await usersRepository(database).find(seen.userId));
    const agrees = await underLock(seen.userId, async (trx, owner) => {
      const end = await wantedEndsRepository(trx).of(seen.userId);
      const all = await subscriptionsOf(trx, seen.userId);
      if (end?.confirmed !== seen.confirmed || !isCarriedOut(end, all)) return false;
      if (end.settled) return true;
      const payload = to === null ? null : resultOf(to, end, { all, payments, owner });
      if (payload !== null) await enqueue(trx, { kind: 'mail', payload, key: `leave:${end.confirmed}` });
      await wantedEndsRepository(trx).settle(seen.userId);
      return true;
    });
    return agrees ?? true;
  };

  const carryOut = async (userId: string): Promise<void> => {
    await reread(userId);
    for (let tried = 0; tried < tries; tried += 1) {
      const end = await underLock(userId, (trx) => decideEnd(trx, userId));
      if (end === null) return;
      const payments = await apply(end);
      await reread(userId);
      if (await finish(end, payments)) return;
    }
    throw new Error('Stripe differs from the wanted end');
  };

  /** Gives a confirmed declaration to an account. */
  const give = (userId: string, { id, kind, language, declaredAt, confirmed }: StoredDeclaration) =>
    underLock(userId, async (trx) => {
      await declarationsRepository(trx).assign(id, userId);
      const wanted = kind === 'withdrawal' ? 'withdrawal' : 'period';
      if (confirmed !== null) await wantEnd(trx, { userId, wanted, declaredAt, language, confirmed });
      return userId;
    });

  /** Finds the account of a confirmed declaration. @returns null without one; the visitor is then told */
  const ownerOf = async (id: string): Promise<string | null> => {
    const found = await declarationsRepository(database).find(id);
    // Null after the account was deleted with it.
    if (found === null || found.userId !== null || found.email === null) return found?.userId ?? null;
    const { email: to, language, declaredAt } = found;
    const playfabId = await playfab.playerOfAddress(to);
    const user = playfabId === null ? null : await usersRepository(database).ofPlayfabId(playfabId);
    if (user !== null) return give(user.id, found);
    await database.transaction().execute(async (trx) => {
      const values = { declaredAt: declaredAt.toISOString(), endsAt: null, late: false, refunded: false };
      const payload = { to, language, template: 'nothing-to-end', values } as const;
      await enqueue(trx, { kind: 'mail', payload, key: `leave:${id}:nothing` });
      await declarationsRepository(trx).remove(id);
    });
    return null;
  };

  /** Acknowledges a signed-in parent's declaration that was not carried out within a minute; until then, one mail says both. */
  const acknowledge = async (userId: string): Promise<void> => {
    const end = await wantedEndsRepository(database).of(userId);
    if (end === null || end.settled || end.wanted === 'none') return;
    if (deps.clock.now().getTime() - end.declaredAt.getTime() < minute) return;
    const template = end.wanted === 'withdrawal' || end.late ? 'withdrawal-received' : 'cancellation-received';
    const values = { declaredAt: end.declaredAt.toISOString() };
    await tell(end, 'received', (to) => ({ to, language: end.language, template, values }));
  };

  const job: JobHandlers['leave'] = async (payload) => {
    if ('declarationId' in payload) {
      const userId = await ownerOf(payload.declarationId);
      if (userId !== null) await carryOut(userId);
      return;
    }
    try {
      await carryOut(payload.userId);
    } catch (error) {
      if (!(error instanceof RefundRefused)) await acknowledge(payload.userId);
      throw error;
    }
  };

  return {
    job,
    carryOut,
    /**
     * Carries out what the owner of a deleted account confirmed, also by a link whose account was not found yet.
     * @param address the account's address; null when PlayFab has none any more
     */
    carryOutLast: async (userId: string, address: string | null): Promise<void> => {
      const mailed = address === null ? [] : await declarationsRepository(database).confirmedOf(address.toLowerCase());
      for (const declaration of mailed) await give(userId, declaration);
      await carryOut(userId);
    },
  };
};
