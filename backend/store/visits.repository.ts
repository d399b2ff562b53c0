import { type Insertable, sql } from 'kysely';
import { type Database, insertMissing } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';

export const analyticsRepository = (database: Database) => ({
  /** @returns false when an event with this id is stored already; then nothing is changed. */
  add: async (event: Insertable<Tables['analytics_events']>): Promise<boolean> =>
    (await insertMissing(database, 'analytics_events', event).returning('id').executeTakeFirst()) !== undefined,
});

/** Deletes the rows of a table whose time in a column is before this one. @returns how many */
export const removeBefore = async <Table extends keyof Tables>(
  database: Database,
  { table, column }: { table: Table; column: keyof Tables[Table] & string },
  time: Date,
): Promise<number> => {
  const { numAffectedRows = 0n } =
    await sql`delete from ${sql.table(table)} where ${sql.ref(column)} < ${time}`.execute(database);
  return Number(numAffectedRows);
};
