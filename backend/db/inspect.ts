import { sql } from 'kysely';
import { onPostgres } from './database.ts';
import { migrationNames } from './migrate.ts';

/** The state of a database that a start would use. */
export type Inspection = {
  /** PostgreSQL's major version. */
  version: number;
  /** Names of the program's migrations, and of those that were applied to the database. */
  known: readonly string[];
  applied: readonly string[];
  /** Whether the user may create tables, as a migration does. */
  mayCreate: boolean;
};

/** Reads the state of a database, and changes nothing. @throws an error whose message may quote the URL. */
export const inspect = async (url: string): Promise<Inspection> => {
  const database = onPostgres(url, () => undefined);
  try {
    const { rows } = await sql<{ version: number; migrated: boolean; mayCreate: boolean }>`
      select current_setting('server_version_num')::int / 10000 as version,
             to_regclass('migrations') is not null as migrated,
             coalesce(has_schema_privilege(current_schema(), 'create'), false) as "mayCreate"`.execute(database);
    const [{ version, migrated, mayCreate } = { version: 0, migrated: false, mayCreate: false }] = rows;
    const applied = migrated ? (await sql<{ name: string }>`select name from migrations`.execute(database)).rows : [];
    return { version, mayCreate, known: await migrationNames(), applied: applied.map(({ name }) => name) };
  } finally {
    await database.destroy();
  }
};
