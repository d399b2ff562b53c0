import { createHash, randomBytes } from 'node:crypto';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import program from '../../package.json' with { type: 'json' };
import type { Config } from '../config/load-config.ts';
import { onPglite, onPostgres, openPglite } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The migrated database that each test database copies: a file that PGlite wrote, or a name on PostgreSQL. */
    databaseTemplate: string;
  }
}

/** Set while the suite runs on a real PostgreSQL; `npm test` starts one. */
export const testDatabaseUrl = process.env['TEST_DATABASE_URL'];

/**
 * Creates a database on the PostgreSQL server of this URL.
 * @param template the name of the database to copy, which must have no connections; without it the new database is
 * empty.
 */
export const createEmptyDatabase = async (
  url: string,
  template = 'template1',
): Promise<{ name: string; url: string; drop(): Promise<void> }> => {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(`create database ${name} template ${template}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  return {
    name,
    url: own.href,
    drop: async () => {
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
    },
  };
};

export type CrashPlace = {
  database: Config['database'];
  /** The same location as variables of a server process. */
  env: Record<string, string>;
  remove(): Promise<void>;
};

/** Creates the database of a crash test: a data folder, or a separate database when the suite runs on PostgreSQL. */
export const createCrashPlace = async (): Promise<CrashPlace> => {
  if (testDatabaseUrl !== undefined) {
    const { url, drop } = await createEmptyDatabase(testDatabaseUrl);
    return { database: { kind: 'postgres', url }, env: { DATABASE_URL: url }, remove: drop };
  }
  const folder = mkdtempSync(join(tmpdir(), 'crash-'));
  return {
    database: { kind: 'embedded', folder },
    env: { DATA_DIR: folder },
    remove: async () => rmSync(folder, { recursive: true }),
  };
};

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
