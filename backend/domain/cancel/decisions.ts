import { limits as productLimits } from '../../../src/config/limits.ts';
import type { CarriedResult } from '../../../src/contracts/calls/cancel.ts';
import type { CarriedRow, StoredDeclaration } from '../../store/cancel.repository.ts';
import { isEnding, isLive, type KnownSubscription, refundedBy } from '../billing/subscription.ts';
import { dayIn } from '../clock.ts';
import type { MailMessage } from '../mail/mail-message.ts';

/**
 * Returns the last day of a period of days, which ends with the last hour of that day. The first day does not count.
 */
export const lastDay = (timeZone: string, start: Date, days: number): string => {
  const day = new Date(`${dayIn(timeZone, start)}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + days);
  return day.toISOString().slice(0, 10);
};

/**
 * Returns the last day on which a parent may withdraw from a subscription: some days from the start of the contract, or
 * from the first payment, which comes later after a free trial. A period that ends at a weekend ends with the Monday
 * after it (Regulation (EEC) 1182/71, article 3 (4)); public holidays differ by country and are not counted. null for a
 * subscription of an app store.
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

/** Returns the latest of some moments; null without any. */
export const latestTime = (moments: readonly Date[]): Date | null =>
  moments.toSorted((one, other) => other.getTime() - one.getTime())[0] ?? null;

type Ours = KnownSubscription & { startedAt: Date; stripe: { id: string; customerId: string } };
const isOurs = (one: KnownSubscription): one is Ours => one.stripe !== null && one.startedAt !== null;

/** What an owner confirmed, and what of it was carried out. */
export type Confirmed = { declarations: readonly StoredDeclaration[]; carried: readonly CarriedRow[] };

/**
 * What is still to be done about a subscription. `open`: the declarations that have no record about it yet; `since`:
 * from when on nothing may have been charged.
 */
export type Decision = {
  one: Ours;
  open: readonly StoredDeclaration[];
  effect: 'withdraw' | 'cancel' | 'keep' | 'none';
  since: Date;
};

/**
 * Decides what the declarations that were confirmed mean for one subscription. They concern what existed at their time,
 * by Stripe's clock, because Stripe says when it began. Nothing supersedes a withdrawal; otherwise the last one counts.
 * A withdrawal whose period is over counts as a cancellation, because the person wants to leave.
 * @returns null when everything has a record
 */
const decide = (one: Ours, { declarations, carried }: Confirmed, timeZone: string): Decision | null => {
  const isInTime = ({ kind, declaredAtStripe }: StoredDeclaration): boolean =>
    kind === 'withdrawal' && (withdrawUntil(one, timeZone) ?? '') >= dayIn(timeZone, declaredAtStripe);
  const done = new Set(
    carried.flatMap(({ declarationId, subscriptionId }) => (subscriptionId === one.stripe.id ? [declarationId] : [])),
  );
  const isRefunded = declarations.some((declaration) => done.has(declaration.id) && isInTime(declaration));
  const mine = declarations.filter((declaration) => {
    const { declaredAtStripe, repeatedAtStripe } = declaration;
    if (one.startedAt > repeatedAtStripe) return false;
    // The payments of one that has ended since are still owed.
    const isOwed = (one.endedAt ?? one.startedAt) >= declaredAtStripe || isInTime(declaration);
    return isLive(one) || (isOwed && !isRefunded);
  });
  const open = mine.filter(({ id }) => !done.has(id));
  const last = mine.at(-1);
  if (open.length === 0 || last === undefined) return null;
  const withdrawals = mine.filter(isInTime);
  const isWithdrawn = withdrawals.length > 0;
  const isCarried = (isWithdrawn ? withdrawals : [last]).some(({ id }) => done.has(id));
  const effect = isCarried ? 'none' : isWithdrawn ? 'withdraw' : last.kind === 'undo' ? 'keep' : 'cancel';
  const afterUndo = open.slice(open.findLastIndex(({ kind }) => kind === 'undo') + 1);
  const times = [...afterUndo, last].map(({ declaredAtStripe }) => declaredAtStripe.getTime());
  return { one, open, effect, since: new Date(Math.min(...times)) };
};

/** Returns whether Stripe, as it was read last, is as a decision says. */
export const isShown = (effect: Decision['effect'], one: KnownSubscription | undefined): boolean => {
  if (one === undefined || !isLive(one) || effect === 'none') return true;
  if (effect === 'withdraw') return false;
  return effect === 'cancel' ? isEnding(one) : !isEnding(one);
};

/** What the calls to Stripe did about a subscription. */
export type Outcome = { decision: Decision; refunded: { amount: number; currency: string } | null; isRefused: boolean };

/**
 * Returns the records about a subscription, as it was read after the calls.
 * @param earlier the records of earlier declarations, whose refunds are not reported again
 */
export const recordsOf = (
  { decision, refunded }: Outcome,
  now: KnownSubscription | undefined,
  earlier: readonly CarriedRow[],
): CarriedRow[] => {
  const { one, open, effect } = decision;
  const told = refundedBy(earlier.filter(({ subscriptionId }) => subscriptionId === one.stripe.id))?.amount ?? 0;
  const isOver = now === undefined || !isLive(now);
  const results: Record<Decision['effect'], CarriedResult> = {
    none: 'superseded',
    withdraw: 'ended',
    keep: isOver ? 'none' : 'goes-on',
    cancel: isOver ? 'ended' : 'ends',
  };
  return open.map(({ id, kind }) => {
    const counts = effect === 'withdraw' ? kind === 'withdrawal' : id === open.at(-1)?.id;
    const result = counts ? results[effect] : 'superseded';
    const back = result === 'ended' ? refunded : null;
    return {
      declarationId: id,
      subscriptionId: one.stripe.id,
      result,
      endsAt: (result === 'ends' ? now?.endsAt : result === 'ended' ? now?.endedAt : null) ?? null,
      refunded: back && Math.max(0, back.amount - told),
      currency: back?.currency ?? null,
    };
  });
};

/** Returns what is still to be done about each subscription. */
export const decisionsOf = (record: Confirmed, all: readonly KnownSubscription[], timeZone: string): Decision[] =>
  all.filter(isOurs).flatMap((one) => decide(one, record, timeZone) ?? []);

/**
 * Returns the mail about what was carried out; null when there is nothing to say.
 * @param reported the declarations that are carried out now, in the order of their confirmations
 */
export const resultMail = (
  to: string,
  reported: readonly StoredDeclaration[],
  { rows, all, isDeleted }: { rows: readonly CarriedRow[]; all: readonly KnownSubscription[]; isDeleted: boolean },
): MailMessage | null => {
  const about = ({ id }: StoredDeclaration) => rows.filter(({ declarationId }) => declarationId === id);
  const isWithdrawn = (one: StoredDeclaration): boolean =>
    one.kind === 'withdrawal' && about(one).some(({ result }) => result === 'ended');
  const main = reported.findLast(isWithdrawn) ?? reported.at(-1);
  if (main === undefined) return null;
  const mine = about(main).filter(({ result }) => result !== 'superseded' && result !== 'none');
  const ends = mine.flatMap(({ result, endsAt }) => (result === 'ends' ? (endsAt ?? []) : []));
  const isMine = ({ stripe }: KnownSubscription): boolean =>
    mine.some(({ subscriptionId }) => subscriptionId === stripe?.id);
  const live = all.filter(isLive);
  const kept = live.filter(isMine);
  const next = kept.find((one) => one.next !== null && one.next.amount > 0)?.next;
  const renewals = kept.flatMap(({ currentPeriodEnd }) => currentPeriodEnd ?? []);
  const others = live.filter((one) => !isEnding(one) && !isMine(one));
  const values = {
    declaredAt: main.declaredAt.toISOString(),
    endsAt: (main.kind === 'undo' ? (next?.at ?? latestTime(renewals)) : latestTime(ends))?.toISOString() ?? null,
    isTrial: kept.every(({ status }) => status === 'trialing'),
    late: main.kind === 'withdrawal' && mine.some(({ result }) => result === 'ends'),
    refunded: refundedBy(mine),
    next: next ? { amount: next.amount, currency: next.currency } : null,
    goesOn: [...new Set(others.map(({ store }) => store))],
  };
  const envelope = { to, language: main.language, values };
  if (isWithdrawn(main) && ends.length === 0) return { ...envelope, template: 'withdrawal-done' };
  if (main.kind === 'undo' && isDeleted) return null;
  // What a later declaration replaced has its mail.
  if (mine.length === 0 && about(main).length > 0) return null;
  const byAddress = main.linkLastDay !== null;
  if (mine.length === 0) return { ...envelope, template: 'nothing-to-end', values: { ...values, byAddress } };
  return { ...envelope, template: main.kind === 'undo' ? 'cancellation-undone' : 'cancellation-done' };
};
