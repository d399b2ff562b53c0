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

const day = 24 * 60 * 60 * 1000;

type Rule = { table: string; days: number; remove(database: Database, before: Date): Promise<number> };

/** How long each kind of row outlives its use. Users live until their owner deletes them. */
export const retention: readonly Rule[] = [
  // A dead token stays known for a week, so that it can't be bound again at once.
  {
    table: 'sessions',
    days: 7,
    remove: (database, before) => sessionsRepository(database).removeExpiredBefore(before),
  },
  // PlayFab may take a while to forget a player; a token of his must not make an account anew.
  {
    table: 'deleted_players',
    days: 30,
    remove: (database, before) => deletedPlayersRepository(database).removeDeletedBefore(before),
  },
  // For so long a purchase may be told after the transfer that moves it.
  {
    table: 'store_transfers',
    days: 30,
    remove: (database, before) => storeTransfersRepository(database).removeToldBefore(before),
  },
  // Who had a subscription gets no second trial.
  {
    table: 'store_subscriptions',
    days: 730,
    remove: (database, before) => storeSubscriptionsRepository(database).removeEndedBefore(before),
  },
  // Its page is open for a day; what became of it is asked for as long as Stripe is away.
  {
    table: 'checkouts',
    days: 7,
    remove: (database, before) => checkoutsRepository(database).removeStartedBefore(before),
  },
  // Idle classrooms: with the teacher go the class, its students and their progress.
  {
    table: 'teachers',
    days: 730,
    remove: (database, before) => teachersRepository(database).removeIdleSince(before),
  },
  // For so long a teacher can have it back.
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

/** @returns how many rows went, by table. */
export const keepRetention = async (database: Database, clock: Clock): Promise<Record<string, number>> => {
  const removed: Record<string, number> = {};
  for (const { table, days, remove } of retention) {
    removed[table] = await remove(database, new Date(clock.now().getTime() - days * day));
  }
  return removed;
};
