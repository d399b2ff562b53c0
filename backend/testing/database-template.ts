import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import program from '../../package.json' with { type: 'json' };
import { onPglite, onPostgres, openPglite } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { createEmptyDatabase, testDatabaseUrl } from './empty-database.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The migrated database that each test database copies: a file that PGlite wrote, or a name on PostgreSQL. */
    databaseTemplate: string;
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

/** Returns the version of PGlite and the text of all migrations, as a hash. */
const contentHash = (): string => {
  const hash = createHash('sha256').update(program.dependencies['@electric-sql/pglite']);
  for (const file of globSync('backend/db/migrations/*.sql').sort()) hash.update(file).update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
};

/** The file stays for the next run with the same migrations. */
const inFile = async (): Promise<Template> => {
  const name = join('.cache', `database-${contentHash()}.tar`);
  const kept = { name, remove: async () => undefined };
  if (existsSync(name)) return kept;
  const pglite = await openPglite();
  const database = onPglite(pglite);
  await migrate(database);
  const dump = await pglite.dumpDataDir('none');
  await database.destroy();
  mkdirSync('.cache', { recursive: true });
  for (const old of globSync('.cache/database-*.tar')) rmSync(old);
  // Another run that starts now must not read a half of it.
  writeFileSync(`${name}.${process.pid}`, new Uint8Array(await dump.arrayBuffer()));
  renameSync(`${name}.${process.pid}`, name);
  return kept;
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
