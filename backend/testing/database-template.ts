import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { onPglite, onPostgres, openPglite } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { createEmptyDatabase, testDatabaseUrl } from './empty-database.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The migrated database that each test database copies: a file that PGlite wrote, or a name on PostgreSQL. */
    databaseTemplate: string;
    /** The URL of a PgBouncer that the tests use instead of PostgreSQL; set in the project `pooled`. */
    databasePooler?: string;
  }
}

type Template = { name: string; remove(): Promise<void> };

const onServer = async (url: string): Promise<Template> => {
  const { name, url: own, drop } = await createEmptyDatabase(url);
  const database = onPostgres(own, (error) => {
    throw error;
  });
  await migrate(database);
  // PostgreSQL copies only a database without connections.
  await database.destroy();
  return { name, remove: drop };
};

const inFile = async (): Promise<Template> => {
  const folder = mkdtempSync(join(tmpdir(), 'database-template-'));
  const name = join(folder, 'database.tar');
  const pglite = await openPglite();
  const database = onPglite(pglite);
  await migrate(database);
  const dump = await pglite.dumpDataDir('none');
  writeFileSync(name, new Uint8Array(await dump.arrayBuffer()));
  await database.destroy();
  return { name, remove: async () => rmSync(folder, { recursive: true }) };
};

/**
 * Runs once before all backend tests. Creating and migrating a database takes seconds; copying one takes a fraction of
 * that.
 */
export default async ({ provide }: TestProject): Promise<() => Promise<void>> => {
  const { name, remove } = await (testDatabaseUrl === undefined ? inFile() : onServer(testDatabaseUrl));
  provide('databaseTemplate', name);
  return remove;
};
