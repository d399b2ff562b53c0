import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';

type AnalyticsEvent = { type: string; occurredAt: Date; data: object; recordedAt: Date };

export const analyticsRepository = (database: Database) => ({
  /** @returns false when an event with this id is stored already; then nothing is changed. */
  add: async ({ type, occurredAt, data, recordedAt }: AnalyticsEvent): Promise<boolean> => {
    const row = await database
      .insertInto('analytics_events')
      .values({ type, occurred_at: occurredAt, data: JSON.stringify(data), recorded_at: recordedAt })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    return row !== undefined;
  },
});

/** The tables whose rows are deleted by age alone, and the column of the time that counts. */
const times = {
  analytics_events: 'recorded_at',
  checkouts: 'started_at',
  classroom_links: 'expires_at',
  declarations: 'delete_at',
  deleted_players: 'deleted_at',
  rate_limits: 'ends_at',
  sessions: 'expires_at',
  store_subscribers: 'ends_at',
} as const satisfies { [Table in keyof Tables]?: keyof Tables[Table] };
export type AgingTable = keyof typeof times;

/** Deletes the rows of a table whose time is before this one. @returns how many */
export const removeBefore = async (database: Database, table: AgingTable, time: Date): Promise<number> => {
  const { numDeletedRows } = await database
    .deleteFrom(table)
    .where(sql<Date>`${sql.ref(times[table])}`, '<', time)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
};
