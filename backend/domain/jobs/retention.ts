import type { Database } from '../../db/database.ts';
import { progressRepository } from '../../store/progress.repository.ts';
import { clearedProgressRepository } from '../../store/students.repository.ts';
import type { Tables } from '../../db/tables.ts';
import { removeBefore } from '../../store/visits.repository.ts';
import { teachersRepository } from '../../store/school-zone.repository.ts';
import type { Clock } from '../clock.ts';
import { keptDays } from '../../../src/config/limits.ts';
import { day } from '../../../src/lib/time.ts';

type Rule = { table: string; days: number; remove(database: Database, before: Date): Promise<number> };

const byAge = <Table extends keyof Tables>(table: Table, column: keyof Tables[Table] & string, days: number): Rule => ({
  table,
  days,
  remove: (database, before) => removeBefore(database, { table, column }, before),
});

/** The time for which each kind of row is kept after its use. Users stay until their owner deletes them. */
export const retention: readonly Rule[] = [
  // An expired token is kept for a week, so that it cannot be bound again at once. A revoked one goes at the next run.
  byAge('sessions', 'expiresAt', keptDays.sessions),
  // PlayFab may take a while to delete a player; until then a token of that player must not create an account.
  byAge('deleted_players', 'deletedAt', keptDays.deletedAccounts),
  // A user who had a subscription gets no second trial.
  byAge('store_subscribers', 'endsAt', keptDays.storeSubscribers),
  // A payment page is open for a day; its result is checked for as long as Stripe is unreachable.
  byAge('checkouts', 'startedAt', keptDays.checkouts),
  // Deleting an idle teacher also deletes the class, its students and their progress.
  {
    table: 'teachers',
    days: keptDays.idleClasses,
    remove: (database, before) => teachersRepository(database).removeIdleSince(before),
  },
  // The teacher can restore cleared progress for this long.
  {
    table: 'cleared_progress',
    days: keptDays.clearedProgress,
    remove: (database, before) =>
      database.transaction().execute((trx) => clearedProgressRepository(trx).removeClearedBefore(before)),
  },
  {
    table: 'progress',
    days: keptDays.completedLevels,
    remove: (database, before) => progressRepository(database).forgetDays(before),
  },
  byAge('classroom_links', 'expiresAt', 0),
  // Its own date: the end of an unused link, or a year after the confirmation, as a proof.
  byAge('declarations', 'deleteAt', 0),
  // Its own date: three years after it was given, and a year after the account was deleted.
  byAge('agreements', 'deleteAt', 0),
  // A refund fails within a month. That of a deleted account is kept until the money is back, at most for a year.
  byAge('refunds', 'askedAt', keptDays.refunds),
  byAge('analytics_events', 'recordedAt', keptDays.visits),
  byAge('rate_limits', 'endsAt', 0),
];

/** @returns how many rows were deleted, by table. */
export const keepRetention = async (database: Database, clock: Clock): Promise<Record<string, number>> => {
  const removed: Record<string, number> = {};
  for (const { table, days, remove } of retention) {
    removed[table] = await remove(database, new Date(clock.now().getTime() - days * day));
  }
  return removed;
};
