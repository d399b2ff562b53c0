import { limits as productLimits } from '../../../src/config/limits.ts';
import type { CarriedResult } from '../../../src/contracts/calls/cancel.ts';
import { minute } from '../../../src/lib/time.ts';
import type { Database } from '../../db/database.ts';
import {
  type CarriedRow,
  carriedRepository,
  declarationsRepository,
  type StoredDeclaration,
} from '../../store/cancel.repository.ts';
import { noticesRepository } from '../../store/billing.repository.ts';
import { type User, usersRepository } from '../../store/accounts.repository.ts';
import { type FindSubscriptions, isEnding, isLive, type KnownSubscription } from '../billing/subscription.ts';
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

type Ours = KnownSubscription & { startedAt: Date; stripe: { id: string; customerId: string } };
const isOurs = (one: KnownSubscription): one is Ours => one.stripe !== null && one.startedAt !== null;

/** What an owner confirmed, and what of it was carried out. */
type Confirmed = { declarations: readonly StoredDeclaration[]; carried: readonly CarriedRow[] };

/**
 * What is still to be done about a subscription. `open`: the declarations that have no record about it yet; `since`: from
 * when on nothing may have been charged.
 */
type Decision = {
  one: Ours;
  open: readonly StoredDeclaration[];
  effect: 'withdraw' | 'cancel' | 'keep' | 'none';
  since: Date;
};

/**
 * Decides what the declarations that were confirmed mean for one subscription. They concern what existed at their time, by
 * Stripe's clock, because Stripe says when it began. Nothing supersedes a withdrawal; otherwise the last one counts. A
 * withdrawal whose period is over counts as a cancellation, because the person wants to leave.
 * @returns null when everything has a record
 */
const decide = (one: Ours, { declarations, carried }: Confirmed, timeZone: string): Decision | null => {
  const isInTime = ({ kind, declaredAtStripe }: StoredDeclaration): boolean =>
    kind === 'withdrawal' && (withdrawUntil(one, timeZone) ?? '') >= dayIn(timeZone, declaredAtStripe);
  const mine = declarations.filter((declaration) => {
    const { declaredAtStripe, repeatedAtStripe } = declaration;
    if (one.startedAt > repeatedAtStripe) return false;
    // The payments of one that has ended since are still owed.
    return isLive(one) || (one.endedAt ?? one.startedAt) >= declaredAtStripe || isInTime(declaration);
  });
  const done = new Set(
    carried.flatMap(({ declarationId, subscriptionId }) => (subscriptionId === one.stripe.id ? [declarationId] : [])),
  );
  const open = mine.filter(({ id }) => !done.has(id));
  const last = mine.at(-1);
  if (open.length === 0 || last === undefined) return null;
  const since = last.declaredAtStripe;
  const withdrawals = mine.filter(isInTime);
  if (withdrawals.length > 0) {
    const isCarried = withdrawals.some(({ id }) => done.has(id));
    return { one, open, effect: isCarried ? 'none' : 'withdraw', since };
  }
  if (done.has(last.id)) return { one, open, effect: 'none', since };
  if (last.kind === 'undo') return { one, open, effect: 'keep', since };
  const afterUndo = open.slice(open.findLastIndex(({ kind }) => kind === 'undo') + 1);
  const times = afterUndo.map(({ declaredAtStripe }) => declaredAtStripe.getTime());
  return { one, open, effect: 'cancel', since: new Date(Math.min(...times)) };
};

/** Returns whether Stripe, as it was read last, is as a decision says. */
const isShown = (effect: Decision['effect'], one: KnownSubscription | undefined): boolean => {
  if (one === undefined || !isLive(one) || effect === 'none') return true;
  if (effect === 'withdraw') return false;
  return effect === 'cancel' ? isEnding(one) : !isEnding(one);
};

/** What the calls to Stripe did about a subscription. */
type Outcome = { decision: Decision; refunded: { amount: number; currency: string } | null; isRefused: boolean };

/** Returns the records about a subscription, as it was read after the calls. */
const recordsOf = ({ decision, refunded }: Outcome, now: KnownSubscription | undefined): CarriedRow[] => {
  const { one, open, effect } = decision;
  const isOver = now === undefined || !isLive(now);
  const resultOf = ({ kind }: StoredDeclaration): CarriedResult => {
    switch (effect) {
      case 'none':
        return 'superseded';
      case 'withdraw':
        return kind === 'withdrawal' ? 'ended' : 'superseded';
      case 'keep':
        return kind !== 'undo' ? 'superseded' : isOver ? 'none' : 'goes-on';
      case 'cancel':
        return kind === 'undo' ? 'superseded' : isOver ? 'ended' : 'ends';
    }
  };
  const last = open.at(-1);
  return open.map((declaration) => {
    const result = resultOf(declaration);
    const isLast = declaration.id === last?.id || effect === 'withdraw';
    return {
      declarationId: declaration.id,
      subscriptionId: one.stripe.id,
      result: isLast ? result : 'superseded',
      endsAt: result === 'ends' ? (now?.endsAt ?? null) : result === 'ended' ? (now?.endedAt ?? null) : null,
      refunded: result === 'ended' ? (refunded?.amount ?? null) : null,
      currency: result === 'ended' ? (refunded?.currency ?? null) : null,
    };
  });
};

export type EndDependencies = Omit<Infrastructure, 'wake'> &
  Pick<Gateways, 'stripe' | 'playfab'> &
  Pick<PortalSettings, 'contractTimeZone'> & {
    limits: Limits;
    /** Milliseconds that a person waits at most, for all calls together. */
    stripeTimeout?: number;
    subscriptionsOf: FindSubscriptions;
    /** Reads a user's subscriptions from Stripe again. */
    reread(userId: string): Promise<void>;
  };

const confirmedOf = async (database: Database, userId: string): Promise<Confirmed> => {
  const declarations = await declarationsRepository(database).ofUser(userId);
  return { declarations, carried: declarations.length === 0 ? [] : await carriedRepository(database).ofUser(userId) };
};

/** Returns what is still to be done about each subscription. */
const decisionsOf = (record: Confirmed, all: readonly KnownSubscription[], timeZone: string): Decision[] =>
  all.filter(isOurs).flatMap((one) => decide(one, record, timeZone) ?? []);

/**
 * Creates a function that adds the job for a subscription which was found after the declarations about it had been carried
 * out: its payment was not settled, or Stripe's answer was lost. Call it inside a transaction that holds the owner's lock.
 */
export const createCarryOutFound =
  ({ contractTimeZone }: Pick<PortalSettings, 'contractTimeZone'>) =>
  async (trx: Database, userId: string, all: readonly KnownSubscription[]): Promise<void> => {
    for (const { open, effect, one } of decisionsOf(await confirmedOf(trx, userId), all, contractTimeZone)) {
      const last = open.at(-1);
      if (last === undefined || effect === 'none' || open.some(({ carriedAt }) => carriedAt === null)) continue;
      await enqueue(trx, { kind: 'leave', payload: { userId }, key: `leave:${last.id}:${one.stripe.id}` });
    }
  };

/** Returns what goes back; null if nothing does. */
export const refundedBy = (rows: readonly CarriedRow[]): { amount: number; currency: string } | null => {
  const currency = rows.find((row) => row.currency !== null)?.currency ?? null;
  return currency === null ? null : { amount: rows.reduce((sum, { refunded }) => sum + (refunded ?? 0), 0), currency };
};

/**
 * Returns the mail about what was carried out; null when there is nothing to say.
 * @param reported the declarations that are carried out now, in the order of their confirmations
 */
const resultMail = (
  to: string,
  reported: readonly StoredDeclaration[],
  { rows, all, owner }: { rows: readonly CarriedRow[]; all: readonly KnownSubscription[]; owner: User },
): MailMessage | null => {
  const about = ({ id }: StoredDeclaration) => rows.filter(({ declarationId }) => declarationId === id);
  const isWithdrawn = (one: StoredDeclaration): boolean =>
    one.kind === 'withdrawal' && about(one).some(({ result }) => result === 'ended');
  const main = reported.findLast(isWithdrawn) ?? reported.at(-1);
  if (main === undefined) return null;
  const mine = about(main).filter(({ result }) => result !== 'superseded' && result !== 'none');
  const ends = mine.flatMap(({ result, endsAt }) => (result === 'ends' && endsAt !== null ? [endsAt.getTime()] : []));
  const renewals = all.filter(isLive).flatMap(({ currentPeriodEnd }) => currentPeriodEnd?.getTime() ?? []);
  const dates = main.kind === 'undo' ? renewals : ends;
  const others = all.filter(
    (one) => isLive(one) && !isEnding(one) && !mine.some(({ subscriptionId }) => subscriptionId === one.stripe?.id),
  );
  const values = {
    declaredAt: main.declaredAt.toISOString(),
    endsAt: dates.length === 0 ? null : new Date(Math.max(...dates)).toISOString(),
    late: main.kind === 'withdrawal' && mine.some(({ result }) => result === 'ends'),
    refunded: refundedBy(mine),
    goesOn: [...new Set(others.map(({ store }) => store))],
  };
  const envelope = { to, language: main.language, values };
  if (isWithdrawn(main) && ends.length === 0) return { ...envelope, template: 'withdrawal-done' };
  if (main.kind === 'undo' && owner.deletionRequestedAt !== null) return null;
  // What a later declaration replaced has its mail.
  if (mine.length === 0) return about(main).length > 0 ? null : { ...envelope, template: 'nothing-to-end' };
  return { ...envelope, template: main.kind === 'undo' ? 'cancellation-undone' : 'cancellation-done' };
};

/** A change of mind or another worker's late call may come between; each try then follows it. */
const tries = 5;

/**
 * Carries out what the owner of an account confirmed: it reads Stripe, makes the calls, reads Stripe again, and records and
 * tells what was read. Every step may be repeated and may run beside another one, and no call is made inside a transaction.
 * After the record Stripe wins: what its owner changes there later is not undone.
 */
export const createCarryOut = (deps: EndDependencies) => {
  const { database, clock, stripe, playfab, contractTimeZone, subscriptionsOf, reread } = deps;

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

  /** Adds a mail about a declaration that is not carried out yet, once. */
  const tell = async (userId: string, { id, declaredAt }: StoredDeclaration, mail: (to: string) => MailMessage) => {
    const to = await addressOf(await usersRepository(database).find(userId));
    if (to === null) return;
    await underLock(userId, async (trx) => {
      const { declarations } = await confirmedOf(trx, userId);
      if (declarations.find((one) => one.id === id)?.carriedAt !== null) return;
      const payload = mail(to);
      const notice = { userId, subject: id, kind: payload.template, about: declaredAt };
      if (await noticesRepository(trx).record(notice)) await enqueue(trx, { kind: 'mail', payload });
    });
  };

  /** Makes the calls to Stripe about one subscription. @throws RefundRefused after it ended */
  const apply = async (userId: string, { one, effect, since }: Decision): Promise<Outcome['refunded']> => {
    const { id, customerId } = one.stripe;
    const schedule = { id, scheduleId: one.scheduleId };
    switch (effect) {
      case 'none':
        return null;
      case 'withdraw':
        return endAndRefund(deps, { id, customerId, userId });
      case 'keep':
        if (isEnding(one)) await stripe.endWithPeriod(schedule, false);
        return null;
      case 'cancel': {
        // A period that is not paid, or that was paid after the declaration, is not what the person wanted to use up.
        if ((isLive(one) && one.isUnpaid) || (await stripe.countPayments(id, since)) > 0) {
          return endAndRefund(deps, { id, customerId, userId, since });
        }
        if (isLive(one) && !isEnding(one)) await stripe.endWithPeriod(schedule, true);
        return null;
      }
    }
  };

  /** Makes all calls. A refund that is refused holds up nothing but itself. */
  const applyAll = async (userId: string, decisions: readonly Decision[]): Promise<Outcome[]> => {
    const outcomes: Outcome[] = [];
    for (const decision of decisions) {
      try {
        outcomes.push({ decision, refunded: await apply(userId, decision), isRefused: false });
      } catch (error) {
        if (!(error instanceof RefundRefused)) throw error;
        outcomes.push({ decision, refunded: null, isRefused: true });
      }
    }
    return outcomes;
  };

  /** Compares what was read from Stripe with what is confirmed now, and records and tells it. @returns whether they agree */
  const record = async (userId: string, outcomes: readonly Outcome[]): Promise<boolean> => {
    const to = await addressOf(await usersRepository(database).find(userId));
    const agrees = await underLock(userId, async (trx, owner) => {
      const before = await confirmedOf(trx, userId);
      const all = await subscriptionsOf(trx, userId);
      const current = decisionsOf(before, all, contractTimeZone);
      const rows: CarriedRow[] = [];
      for (const outcome of outcomes) {
        const { one, effect, open } = outcome.decision;
        const now = all.find(({ stripe: sold }) => sold?.id === one.stripe.id);
        const same = current.find((decision) => decision.one.stripe.id === one.stripe.id);
        const isSame = same?.effect === effect && same.open.at(-1)?.id === open.at(-1)?.id;
        if (!outcome.isRefused && (isSame || now === undefined) && isShown(effect, now)) {
          rows.push(...recordsOf(outcome, now));
        }
      }
      await carriedRepository(trx).add(rows);
      const after = { ...before, carried: [...before.carried, ...rows] };
      const left = decisionsOf(after, all, contractTimeZone);
      const isOpen = ({ id }: StoredDeclaration) => left.some(({ open }) => open.some((one) => one.id === id));
      const settled = before.declarations.filter((one) => one.carriedAt === null && !isOpen(one));
      const found = before.declarations.filter(
        ({ id, carriedAt }) =>
          carriedAt !== null &&
          rows.some(({ declarationId, result }) => declarationId === id && result.startsWith('end')),
      );
      if (settled.length > 0)
        await declarationsRepository(trx).settle(
          settled.map(({ id }) => id),
          clock.now(),
        );
      const reported = settled.length > 0 ? settled : found;
      const payload = to === null ? null : resultMail(to, reported, { rows: after.carried, all, owner });
      if (payload !== null) await enqueue(trx, { kind: 'mail', payload });
      const refused = outcomes.filter(({ isRefused }) => isRefused).map(({ decision }) => decision.one.stripe.id);
      return left.every(({ one }) => refused.includes(one.stripe.id));
    });
    return agrees ?? true;
  };

  const tellRefusals = async (userId: string, outcomes: readonly Outcome[]): Promise<void> => {
    for (const { decision, isRefused } of outcomes) {
      const declaration = decision.open.find(({ kind }) => kind === 'withdrawal');
      if (!isRefused || decision.effect !== 'withdraw' || declaration === undefined) continue;
      const { language, declaredAt } = declaration;
      const values = { declaredAt: declaredAt.toISOString() };
      await tell(userId, declaration, (to) => ({ to, language, template: 'withdrawal-ended', values }));
    }
  };

  const carryOut = async (userId: string): Promise<void> => {
    for (let tried = 0; tried < tries; tried += 1) {
      await reread(userId);
      const confirmed = await confirmedOf(database, userId);
      const decisions = decisionsOf(confirmed, await subscriptionsOf(database, userId), contractTimeZone);
      if (decisions.length === 0 && confirmed.declarations.every(({ carriedAt }) => carriedAt !== null)) return;
      const outcomes = await applyAll(userId, decisions);
      if (decisions.length > 0) await reread(userId);
      const agrees = await record(userId, outcomes);
      if (outcomes.some(({ isRefused }) => isRefused)) {
        await tellRefusals(userId, outcomes);
        if (agrees) throw new RefundRefused('refund');
      } else if (agrees) return;
    }
    throw new Error('Stripe differs from what was declared');
  };

  /** Finds the account of a confirmed declaration. @returns null without one; the visitor is then told */
  const ownerOf = async (id: string): Promise<string | null> => {
    const found = await declarationsRepository(database).find(id);
    // Null after the account was deleted with it.
    if (found === null || found.userId !== null || found.email === null) return found?.userId ?? null;
    const { email: to, language, declaredAt } = found;
    const playfabId = await playfab.playerOfAddress(to);
    const user = playfabId === null ? null : await usersRepository(database).ofPlayfabId(playfabId);
    if (user !== null) {
      await underLock(user.id, (trx) => declarationsRepository(trx).assign(id, user.id));
      return user.id;
    }
    await database.transaction().execute(async (trx) => {
      const values = { declaredAt: declaredAt.toISOString(), endsAt: null, late: false, refunded: null, goesOn: [] };
      const payload = { to, language, template: 'nothing-to-end', values } as const;
      await enqueue(trx, { kind: 'mail', payload, key: `leave:${id}:nothing` });
      await declarationsRepository(trx).remove(id);
    });
    return null;
  };

  /** Acknowledges a signed-in parent's declaration that was not carried out within a minute; until then, one mail says both. */
  const acknowledge = async (userId: string): Promise<void> => {
    const { declarations } = await confirmedOf(database, userId);
    const last = declarations.at(-1);
    if (last === undefined || last.kind === 'undo' || last.carriedAt !== null || last.linkLastDay !== null) return;
    if (clock.now().getTime() - last.declaredAt.getTime() < minute) return;
    const { kind, language, declaredAt } = last;
    const values = { declaredAt: declaredAt.toISOString() };
    await tell(userId, last, (to) => ({ to, language, template: `${kind}-received`, values }));
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
      for (const { id } of mailed) await underLock(userId, (trx) => declarationsRepository(trx).assign(id, userId));
      await carryOut(userId);
    },
  };
};
