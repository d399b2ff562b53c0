import { type Insertable, sql } from 'kysely';
import { type Database, defineStatement, type Gaps } from '../db/database.ts';
import type { Row, Tables } from '../db/tables.ts';
import { latestPlausible } from './limits.repository.ts';

/**
 * A job that a worker has leased. Each lease counts as an attempt, so `attempts` says whether it is still this lease.
 */
export type LeasedJob = Row<'jobs', ['id', 'kind', 'payload', 'attempts', 'requestId']>;

/** The kinds of jobs, and how many more of each the worker can run. */
export type FreeSlots = ReadonlyMap<string, number>;

/** More than any number of jobs, and with it still an exact number. */
const behindAll = 1_000_000_000_000_000;

type Lease = { kinds: string[]; slots: number[]; now: Date; latest: Date; leasedUntil: Date };
const leaseDue = defineStatement('lease jobs', (on, gap: Gaps<Lease>) => {
  const isDue = sql`finished_at is null
      and (run_at is null or run_at <= ${gap('now')} or run_at > ${gap('latest')})
      and (leased_until is null or leased_until <= ${gap('now')} or leased_until > ${gap('latest')})`;
  return sql<LeasedJob>`
      with due as materialized (
        select job.id
        from unnest(${gap('kinds')}::text[], ${gap('slots')}::integer[]) as lane (kind, slots)
        cross join lateral (
          select id from jobs where kind = lane.kind and ${isDue}
          order by entered limit lane.slots for update skip locked
        ) as job
      ), leased as (
        update jobs set leased_until = ${gap('leasedUntil')}, attempts = attempts + 1
        from due where jobs.id = due.id
        returning jobs.id, kind, payload, attempts, entered, request_id
      )
      select id, kind, payload, attempts, request_id from leased
      order by array_position(${gap('kinds')}::text[], kind), entered`.compile(on);
});

export const jobsRepository = (database: Database) => {
  /** Changes a job unless its lease was lost: another worker's lease counted as one more attempt. */
  const leased = ({ id, attempts }: LeasedJob) =>
    database.updateTable('jobs').where('id', '=', id).where('attempts', '=', attempts);
  return {
    /** Adds a job, behind all others if it is one of a mass. A second job with the same key changes nothing. */
    add: async (job: Insertable<Tables['jobs']>, isOfMass = false): Promise<void> => {
      const behind = sql<number>`${behindAll}::bigint + nextval(pg_get_serial_sequence('jobs', 'entered'))`;
      await database
        .insertInto('jobs')
        .values({ ...job, ...(isOfMass && { entered: behind }) })
        .onConflict((conflict) => conflict.column('key').doNothing())
        .execute();
    },

    /**
     * Leases due jobs: the oldest of each kind, in the order of the kinds, and those of a mass last. A job of another
     * kind waits for the release that knows it. Jobs that another worker is leasing are skipped without waiting.
     */
    lease: async (free: FreeSlots, now: Date, leasedUntil: Date): Promise<LeasedJob[]> => {
      const { rows } = await leaseDue(database, {
        kinds: [...free.keys()],
        slots: [...free.values()],
        now,
        latest: latestPlausible(now),
        leasedUntil,
      });
      return rows;
    },

    /** Extends a lease while its job runs. A worker that lost the lease, or has ended the job, changes nothing. */
    renew: (job: LeasedJob, leasedUntil: Date): Promise<unknown> =>
      leased(job).set({ leasedUntil }).where('leasedUntil', 'is not', null).execute(),

    /**
     * Records that a job was done and deletes its payload, which may contain a link or an address. The effect has
     * happened, so this counts also after the lease was lost, and replaces what another worker recorded by then.
     */
    done: (id: string, now: Date): Promise<unknown> =>
      database
        .updateTable('jobs')
        .set({ finishedAt: now, outcome: 'done', payload: '{}', leasedUntil: null })
        .where('id', '=', id)
        .where('outcome', 'is distinct from', 'done')
        .execute(),

    /** Gives a job up and deletes its payload. A worker that lost the lease changes nothing. */
    markUnrecoverable: (job: LeasedJob, now: Date): Promise<unknown> =>
      leased(job)
        .set({ finishedAt: now, outcome: 'failed', payload: '{}', leasedUntil: null })
        .where('finishedAt', 'is', null)
        .execute(),

    postpone: (job: LeasedJob, runAt: Date): Promise<unknown> =>
      leased(job).set({ runAt, leasedUntil: null }).where('finishedAt', 'is', null).execute(),

    /**
     * Removes waiting jobs that contain one of these names or go to this address. Deletions, refunds, what became of a
     * declaration, and mails of a classroom stay: a parent who leaves may be a teacher who stays.
     */
    withdraw: (names: string[], address: string | null): Promise<unknown> =>
      database
        .deleteFrom('jobs')
        .where('finishedAt', 'is', null)
        .where('kind', 'not in', ['delete-account', 'cancel-duplicate'])
        .where((is) =>
          is.or([
            ...names.map((name) => sql<boolean>`position(${name} in payload::text) > 0`),
            sql<boolean>`payload ->> 'to' = ${address}::text and payload #>> '{values,link}' is not null`,
            sql<boolean>`payload ->> 'to' = ${address}::text
            and payload ->> 'template' !~ '^(classroom|cancellation|withdrawal|nothing)-'`,
          ]),
        )
        .execute(),

    /** Measures with the clock of the database, because several processes with their own clocks report it. */
    state: async () => {
      const isDue = sql<boolean>`(coalesce(leased_until <= now(), true) and coalesce(run_at <= now(), true))`;
      const { age, attempts } = await database
        .selectFrom('jobs')
        .where('finishedAt', 'is', null)
        .select(({ fn }) => [
          fn.max('attempts').as('attempts'),
          sql<string | null>`extract(epoch from max(now() - greatest(entered_at, run_at)) filter (where ${isDue}))`.as(
            'age',
          ),
        ])
        .executeTakeFirstOrThrow();
      return {
        /** How long the oldest job that could run has waited. */
        oldestDueSeconds: Math.max(0, Number(age)),
        /** The tries of the job that was tried most often. */
        mostAttempts: Number(attempts),
      };
    },

    /** Removes jobs, including their keys, that finished before this time. */
    forget: (finishedBefore: Date): Promise<unknown> =>
      database.deleteFrom('jobs').where('finishedAt', '<', finishedBefore).execute(),
  };
};
