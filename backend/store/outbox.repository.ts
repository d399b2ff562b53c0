import { sql } from 'kysely';
import type { Database } from '../db/database.ts';

export type NewJob = { id: string; kind: string; payload: object; key: string | null; notBefore: Date | null };
/** A job in a worker's hands. `leasedUntil` is the proof that it is still in these hands. */
export type LeasedJob = { id: string; kind: string; payload: unknown; attempts: number; leasedUntil: Date };

/** Somebody waits for the others: while a receiver of these is slow, a mail is not behind thousands of them. */
const lastInTurn = 'conversion';

export const outboxRepository = (database: Database) => ({
  /** A second job with the same key changes nothing. */
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

  /** Takes due jobs, oldest first, conversions last; what another worker is taking at this moment is skipped, not waited for. */
  lease: async (most: number, now: Date, leasedUntil: Date): Promise<LeasedJob[]> => {
    const rows = await database
      // A subquery after IN may be planned to run again for each row and lock more than `most`; this runs once.
      .with('due', (query) =>
        query
          .selectFrom('outbox')
          .select('id')
          .where('finished_at', 'is', null)
          .where((is) => is.or([is('run_at', 'is', null), is('run_at', '<=', now)]))
          .where((is) => is.or([is('leased_until', 'is', null), is('leased_until', '<=', now)]))
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

  /** The payload goes: it may hold a link or an address. A worker whose lease ran out changes nothing. */
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
   * Takes back what waits and names one of these, or goes to this address. A deletion goes on, and so do a refund and
   * the mails of a classroom: a parent who leaves may be a teacher who stays.
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

  /** Forgets jobs, and with them their keys, that finished before this. */
  forget: async (finishedBefore: Date): Promise<void> => {
    await database.deleteFrom('outbox').where('finished_at', '<', finishedBefore).execute();
  },
});
