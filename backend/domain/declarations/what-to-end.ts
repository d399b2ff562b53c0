import type { DeclarationDecision, StoredDeclaration } from '../../store/declarations.repository.ts';
import { isLive, type KnownSubscription } from '../billing/subscription.ts';
import { day, minute } from '../../../src/lib/durations.ts';

/**
 * Returns until when a parent may withdraw from a subscription: some days from the start of the contract, or from the
 * first payment, which comes later after a free trial. null for a subscription of an app store.
 */
export const withdrawUntil = (
  { startedAt, trialEnd }: Pick<KnownSubscription, 'startedAt' | 'trialEnd'>,
  days: number,
): Date | null =>
  startedAt === null ? null : new Date(Math.max(startedAt.getTime(), trialEnd?.getTime() ?? 0) + days * day);

/** How much later Stripe's clock may be than ours, in milliseconds. */
const clockDifference = 10 * minute;

const latestEnd = (all: readonly KnownSubscription[]): Date | null =>
  all.reduce<Date | null>(
    (latest, { currentPeriodEnd: end }) => (end !== null && (latest === null || end > latest) ? end : latest),
    null,
  );

/**
 * Decides what a declaration ends, by the time of the declaration. A withdrawal that comes too late counts as a
 * cancellation, because the person wants to leave.
 * @param all the user's subscriptions, read from Stripe after the declaration.
 * @param days the days of the withdrawal period.
 */
export const whatToEnd = (
  { kind, declaredAt }: Pick<StoredDeclaration, 'kind' | 'declaredAt'>,
  all: readonly KnownSubscription[],
  days: number,
): DeclarationDecision => {
  // A person may return after the declaration and before the mailed link is used.
  const known = declaredAt.getTime() + clockDifference;
  const ours = all.filter(({ stripe, startedAt }) => stripe !== null && (startedAt?.getTime() ?? 0) <= known);
  const idsOf = (some: readonly KnownSubscription[]): string[] => some.flatMap(({ stripe }) => stripe?.id ?? []);
  // Also one that has ended since: its payments are still owed.
  const recent = ours.filter((one) => (withdrawUntil(one, days) ?? declaredAt) > declaredAt);
  if (kind === 'withdrawal' && recent.length > 0) {
    return { outcome: 'withdrawn', subscriptions: idsOf(recent), endsAt: null };
  }
  const live = ours.filter(isLive);
  if (live.length === 0) return { outcome: 'nothing', subscriptions: [], endsAt: null };
  return { outcome: 'cancelled', subscriptions: idsOf(live), endsAt: latestEnd(live) };
};
