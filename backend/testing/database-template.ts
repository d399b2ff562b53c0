import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { onPglite, onPostgres, openPglite } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { cached } from './cached.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The migrated database that each test database copies: a file that PGlite wrote, or a name on PostgreSQL. */
    databaseTemplate: string;
  }
}

/** Set while the suite runs on a real PostgreSQL; `npm test` starts one. */
export const testDatabaseUrl = process.env['TEST_DATABASE_URL'];

/** Creates a database on the PostgreSQL server of this URL: an empty one, or a copy of one without connections. */
export const createEmptyDatabase = async (url: string, template = 'template1') => {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(`create database ${name} template ${template}`);
  return {
    name,
    url: Object.assign(new URL(url), { pathname: `/${name}` }).href,
    drop: async (): Promise<void> => {
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
    },
  };
};

const writeFile = async (path: string): Promise<void> => {
  const pglite = await openPglite();
  const database = onPglite(pglite);
  await migrate(database);
  const dump = await pglite.dumpDataDir('none');
  await database.destroy();
  writeFileSync(path, new Uint8Array(await dump.arrayBuffer()));
};

/** Runs once before all backend tests: copying a migrated database takes a fraction of the seconds of a new one. */
export default async ({ provide }: TestProject): Promise<(() => Promise<void>) | undefined> => {
  if (testDatabaseUrl === undefined) {
    provide('databaseTemplate', await cached('database', writeFile));
    return undefined;
  }
  const { name, url, drop } = await createEmptyDatabase(testDatabaseUrl);
  const database = onPostgres(url, (error) => {
    throw error;
  });
  await migrate(database);
  // PostgreSQL copies only a database without connections.
  await database.destroy();
  provide('databaseTemplate', name);
  return drop;
};
