import pg from 'pg';
import { z } from 'zod';
import { migrationNames } from './migrate.ts';

export type Inspection = {
  /** PostgreSQL's major version. */
  version: number;
  /** Names of the program's migrations, and of those that were applied to the database. */
  known: readonly string[];
  applied: readonly string[];
  /** Whether the user may create tables, as a migration does. */
  mayCreate: boolean;
};

const versions = z.tuple([z.object({ server_version_num: z.coerce.number() })]);
const states = z.tuple([z.object({ migrated: z.boolean(), may_create: z.boolean() })]);
const names = z.array(z.object({ name: z.string() }));

/**
 * Reads the state of a PostgreSQL database and changes nothing.
 * @throws the error of PostgreSQL or the network; its message may quote the URL.
 */
export const inspect = async (url: string): Promise<Inspection> => {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 5_000,
    query_timeout: 6_000,
  });
  // Without a listener, a broken connection would end the process.
  client.on('error', () => undefined);
  const rows = async (sql: string): Promise<unknown> => (await client.query(sql)).rows;
  try {
    await client.connect();
    const [{ server_version_num: version }] = versions.parse(await rows('show server_version_num'));
    const [{ migrated, may_create: mayCreate }] = states.parse(
      await rows(`select to_regclass('migrations') is not null as migrated,
                         coalesce(has_schema_privilege(current_schema(), 'create'), false) as may_create`),
    );
    const applied = migrated ? names.parse(await rows('select name from migrations')) : [];
    return {
      version: Math.floor(version / 10_000),
      known: await migrationNames(),
      applied: applied.map(({ name }) => name),
      mayCreate,
    };
  } finally {
    await client.end().catch(() => undefined);
  }
};
