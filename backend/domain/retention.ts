import type { Database } from '../db/database.ts';
import { analyticsRepository } from '../store/analytics.repository.ts';
import { checkoutsRepository } from '../store/checkouts.repository.ts';
import { classroomLinksRepository } from '../store/classroom-links.repository.ts';
import { clearedProgressRepository } from '../store/cleared-progress.repository.ts';
import { deletedPlayersRepository } from '../store/deleted-players.repository.ts';
import { rateLimitsRepository } from '../store/rate-limits.repository.ts';
import { sessionsRepository } from '../store/sessions.repository.ts';
import { storeSubscriptionsRepository } from '../store/store-subscriptions.repository.ts';
import { storeTransfersRepository } from '../store/store-transfers.repository.ts';
import { teachersRepository } from '../store/teachers.repository.ts';
import type { Clock } from './clock.ts';
import { day } from '../../src/lib/durations.ts';

type Rule = { table: string; days: number; remove(database: Database, before: Date): Promise<number> };

/** The time for which each kind of row is kept after its use. Users stay until their owner deletes them. */
export const retention: readonly Rule[] = [
  // An expired token is kept for a week, so that it cannot be bound again at once. A revoked one goes at the next run.
  {
    table: 'sessions',
    days: 7,
    remove: (database, before) => sessionsRepository(database).removeExpiredBefore(before),
  },
  // PlayFab may take a while to delete a player; until then a token of that player must not create an account.
  {
    table: 'deleted_players',
    days: 30,
    remove: (database, before) => deletedPlayersRepository(database).removeDeletedBefore(before),
  },
  // A purchase may be reported this long after the transfer that moves it.
  {
    table: 'store_transfers',
    days: 30,
    remove: (database, before) => storeTransfersRepository(database).removeToldBefore(before),
  },
  // A user who had a subscription gets no second trial.
  {
    table: 'store_subscriptions',
    days: 730,
    remove: (database, before) => storeSubscriptionsRepository(database).removeEndedBefore(before),
  },
  // A payment page is open for a day; its result is checked for as long as Stripe is unreachable.
  {
    table: 'checkouts',
    days: 7,
    remove: (database, before) => checkoutsRepository(database).removeStartedBefore(before),
  },
  // Deleting an idle teacher also deletes the class, its students and their progress.
  {
    table: 'teachers',
    days: 730,
    remove: (database, before) => teachersRepository(database).removeIdleSince(before),
  },
  // The teacher can restore cleared progress for this long.
  {
    table: 'cleared_progress',
    days: 30,
    remove: (database, before) =>
      database.transaction().execute((trx) => clearedProgressRepository(trx).removeClearedBefore(before)),
  },
  {
    table: 'classroom_links',
    days: 0,
    remove: (database, before) => classroomLinksRepository(database).removeExpiredBefore(before),
  },
  {
    table: 'analytics_events',
    days: 90,
    remove: (database, before) => analyticsRepository(database).removeRecordedBefore(before),
  },
  {
    table: 'rate_limits',
    days: 0,
    remove: (database, before) => rateLimitsRepository(database).removeEndedBefore(before),
  },
];

/** @returns how many rows were deleted, by table. */
export const keepRetention = async (database: Database, clock: Clock): Promise<Record<string, number>> => {
  const removed: Record<string, number> = {};
  for (const { table, days, remove } of retention) {
    removed[table] = await remove(database, new Date(clock.now().getTime() - days * day));
  }
  return removed;
};
