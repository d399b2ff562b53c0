import { type Insertable, sql } from 'kysely';
import type { Database } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';

export const analyticsRepository = (database: Database) => ({
  /** @returns false when an event with this id is stored already; then nothing is changed. */
  add: async (event: Insertable<Tables['analytics_events']>): Promise<boolean> => {
    const row = await database
      .insertInto('analytics_events')
      .values(event)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    return row !== undefined;
  },
});

/** The tables whose rows are deleted by age alone, and the column of the time that counts. */
const times = {
  agreements: 'deleteAt',
  analytics_events: 'recordedAt',
  checkouts: 'startedAt',
  classroom_links: 'expiresAt',
  declarations: 'deleteAt',
  refunds: 'askedAt',
  deleted_players: 'deletedAt',
  rate_limits: 'endsAt',
  sessions: 'expiresAt',
  store_subscribers: 'endsAt',
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
