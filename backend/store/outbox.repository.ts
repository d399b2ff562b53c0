import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { latestPlausible } from './plausible.ts';

export type NewJob = { id: string; kind: string; payload: object; key: string | null; notBefore: Date | null };
/** A job that a worker has leased. `leasedUntil` proves that the worker still holds the lease. */
export type LeasedJob = { id: string; kind: string; payload: unknown; attempts: number; leasedUntil: Date };

/** How many jobs wait, and how long the oldest one that could run has waited, in seconds. */
export type OutboxState = { due: number; later: number; oldestDueSeconds: number };

/**
 * This kind comes last: people wait for the others, and a mail must not wait behind thousands of events for a slow
 * receiver.
 */
const lastInTurn = 'conversion';

export const outboxRepository = (database: Database) => ({
  /** Adds a job; a second job with the same key changes nothing. */
  add: async (job: NewJob): Promise<void> => {
    await database
      .insertInto('outbox')
      .values({
        id: job.id,
        kind: job.kind,
        payload: JSON.stringify(job.payload),
        key: job.key,
        run_at: job.notBefore,
      })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .execute();
  },

  /**
   * Leases due jobs, oldest first and conversions last. Jobs that another worker is leasing are skipped without
   * waiting.
   */
  lease: async (most: number, now: Date, leasedUntil: Date): Promise<LeasedJob[]> => {
    const latest = latestPlausible(now);
    const rows = await database
      // PostgreSQL may run a subquery after IN again for each row and lock more than `most`; a CTE runs once.
      .with('due', (query) =>
        query
          .selectFrom('outbox')
          .select('id')
          .where('finished_at', 'is', null)
          .where((is) => is.or([is('run_at', 'is', null), is('run_at', '<=', now), is('run_at', '>', latest)]))
          .where((is) =>
            is.or([is('leased_until', 'is', null), is('leased_until', '<=', now), is('leased_until', '>', latest)]),
          )
          .orderBy((is) => is('kind', '=', lastInTurn))
          .orderBy('entered')
          .limit(most)
          .forUpdate()
          .skipLocked(),
      )
      .updateTable('outbox')
      .from('due')
      .set((change) => ({ leased_until: leasedUntil, attempts: change('outbox.attempts', '+', 1) }))
      .whereRef('outbox.id', '=', 'due.id')
      .returning(['outbox.id', 'outbox.kind', 'outbox.payload', 'outbox.attempts'])
      .execute();
    return rows.map((row) => ({ ...row, leasedUntil }));
  },

  /**
   * Closes a job and deletes its payload, which may contain a link or an address. A worker whose lease ended changes
   * nothing.
   */
  finish: async (job: LeasedJob, outcome: 'done' | 'failed', now: Date): Promise<void> => {
    await database
      .updateTable('outbox')
      .set({ finished_at: now, outcome, payload: '{}', leased_until: null })
      .where('id', '=', job.id)
      .where('leased_until', '=', job.leasedUntil)
      .execute();
  },

  postpone: async (job: LeasedJob, runAt: Date): Promise<void> => {
    await database
      .updateTable('outbox')
      .set({ run_at: runAt, leased_until: null })
      .where('id', '=', job.id)
      .where('leased_until', '=', job.leasedUntil)
      .execute();
  },

  /**
   * Removes waiting jobs that contain one of these names or go to this address. Deletions, refunds and mails of a
   * classroom stay: a parent who leaves may be a teacher who stays.
   */
  withdraw: async (names: string[], address: string | null): Promise<void> => {
    await database
      .deleteFrom('outbox')
      .where('finished_at', 'is', null)
      .where('kind', 'not in', ['delete-account', 'cancel-duplicate'])
      .where((is) =>
        is.or([
          ...names.map((name) => sql<boolean>`position(${name} in payload::text) > 0`),
          sql<boolean>`payload ->> 'to' = ${address}::text and payload ->> 'template' not like 'classroom-%'`,
        ]),
      )
      .execute();
  },

  /** Measures with the clock of the database, because several processes with their own clocks report it. */
  state: async (): Promise<OutboxState> => {
    const isDue = sql<boolean>`(run_at is null or run_at <= now())`;
    const { due, later, age } = await database
      .selectFrom('outbox')
      .where('finished_at', 'is', null)
      .select(({ fn }) => [
        fn.countAll<string>().filterWhere(isDue).as('due'),
        fn.countAll<string>().filterWhere(sql<boolean>`not ${isDue}`).as('later'),
        sql<string | null>`extract(epoch from max(now() - greatest(entered_at, run_at)) filter (where ${isDue}))`.as(
          'age',
        ),
      ])
      .executeTakeFirstOrThrow();
    return { due: Number(due), later: Number(later), oldestDueSeconds: Math.max(0, Number(age)) };
  },

  /** Removes jobs, including their keys, that finished before this time. */
  forget: async (finishedBefore: Date): Promise<void> => {
    await database.deleteFrom('outbox').where('finished_at', '<', finishedBefore).execute();
  },
});
