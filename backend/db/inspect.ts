import { readdir } from 'node:fs/promises';
import pg from 'pg';
import { z } from 'zod';

export type Inspection = {
  /** PostgreSQL's major version. */
  version: number;
  /** Names of the migrations that this program has, and of those that the database went through. */
  known: readonly string[];
  applied: readonly string[];
  /** Whether a migration could make tables. */
  mayCreate: boolean;
};

const versions = z.tuple([z.object({ server_version_num: z.coerce.number() })]);
const states = z.tuple([z.object({ migrated: z.boolean(), may_create: z.boolean() })]);
const names = z.array(z.object({ name: z.string() }));

const knownMigrations = async (): Promise<string[]> =>
  (await readdir(new URL('./migrations/', import.meta.url)))
    .filter((name) => name.endsWith('.sql'))
    .map((name) => name.slice(0, -4));

/**
 * Looks at a PostgreSQL and changes nothing: the next start migrates.
 * @throws what PostgreSQL or the network says; its message may quote the URL.
 */
export const inspect = async (url: string): Promise<Inspection> => {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 5_000,
    query_timeout: 6_000,
  });
  // Without a listener a connection that breaks would end the process.
  client.on('error', () => undefined);
  const rows = async (sql: string): Promise<unknown> => (await client.query(sql)).rows;
  try {
    await client.connect();
    const [{ server_version_num: version }] = versions.parse(await rows('show server_version_num'));
    const [{ migrated, may_create: mayCreate }] = states.parse(
      await rows(`select to_regclass('kysely_migration') is not null as migrated,
                         coalesce(has_schema_privilege(current_schema(), 'create'), false) as may_create`),
    );
    const applied = migrated ? names.parse(await rows('select name from kysely_migration')) : [];
    return {
      version: Math.floor(version / 10_000),
      known: await knownMigrations(),
      applied: applied.map(({ name }) => name),
      mayCreate,
    };
  } finally {
    await client.end().catch(() => undefined);
  }
};
