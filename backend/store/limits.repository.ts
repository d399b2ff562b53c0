import { sql } from 'kysely';
import { day } from '../../src/lib/time.ts';
import { type Database, defineStatement, firstOf, type Gaps } from '../db/database.ts';

/**
 * Returns the latest moment that a rate limit or a waiting job can name: no limit and no wait is longer than a day. A
 * later moment was written while the server's clock was ahead, and counts as past. Otherwise a clock that was a year
 * ahead for a minute would leave people locked out, and mails waiting, for a year.
 */
export const latestPlausible = (now: Date): Date => new Date(now.getTime() + 2 * day);

type Window = { count: number; endsAt: Date };

const countOne = defineStatement('count', (on, gap: Gaps<{ key: string; now: Date; latest: Date; endsAt: Date }>) => {
  const isOver = sql`(rate_limits.ends_at <= ${gap('now')} or rate_limits.ends_at > ${gap('latest')})`;
  return sql<Window>`
      insert into rate_limits (key, count, ends_at) values (${gap('key')}, 1, ${gap('endsAt')})
      on conflict (key) do update set
        count = case when ${isOver} then 1 else rate_limits.count + 1 end,
        ends_at = case when ${isOver} then excluded.ends_at else rate_limits.ends_at end
      returning count, ends_at`.compile(on);
});

export const rateLimitsRepository = (database: Database) => ({
  /** Adds one to the key's window, or begins a new one. It is a single statement, so it is exact under concurrency. */
  count: async (key: string, now: Date, endsAt: Date): Promise<Window> => {
    const { rows } = await countOne(database, { key, now, latest: latestPlausible(now), endsAt });
    const [window] = rows;
    if (window === undefined) throw new Error('the count of a rate limit returned no row');
    return window;
  },

  /** Returns the key's window, unless it is over. */
  open: (key: string, now: Date): Promise<Window | undefined> =>
    database
      .selectFrom('rate_limits')
      .select(['count', 'endsAt'])
      .where('key', '=', key)
      .where('endsAt', '>', now)
      .where('endsAt', '<=', latestPlausible(now))
      .executeTakeFirst(),

  /** Marks a key until a time. */
  mark: (key: string, endsAt: Date): Promise<unknown> =>
    database
      .insertInto('rate_limits')
      .values({ key, count: 1, endsAt })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ endsAt }))
      .execute(),

  isMarked: async (key: string, now: Date): Promise<boolean> => {
    const marks = database.selectFrom('rate_limits').select('key').where('key', '=', key);
    return (await firstOf(marks.where('endsAt', '>', now))) !== null;
  },

  /** Adds one to a queue, `seconds` after the last. One past `latest` begins again. @returns when it is empty. */
  queue: async (key: string, { now, latest, seconds }: { now: Date; latest: Date; seconds: number }): Promise<Date> => {
    const next = (from: unknown) => sql<Date>`${from}::timestamptz + ${seconds}::float8 * interval '1 second'`;
    const row = await database
      .insertInto('rate_limits')
      .values({ key, count: 1, endsAt: next(now) })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet((row) => ({
          count: row('rate_limits.count', '+', 1),
          endsAt: next(
            sql`case when rate_limits.ends_at <= ${latest}::timestamptz
              then greatest(rate_limits.ends_at, ${now}::timestamptz) else ${now}::timestamptz end`,
          ),
        })),
      )
      .returning('endsAt')
      .executeTakeFirstOrThrow();
    return row.endsAt;
  },

  clear: (): Promise<unknown> => database.deleteFrom('rate_limits').execute(),
});
