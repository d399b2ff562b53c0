import { randomBytes } from 'node:crypto';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { type Database, onPglite, onPostgres } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { valueParsers } from '../db/value-types.ts';

export type TestDatabase = { database: Database; close(): Promise<void> };

/** Set while the suite runs on a real PostgreSQL; `npm test` brings one up. */
export const testDatabaseUrl = process.env['TEST_DATABASE_URL'];

/** A new, empty database on the PostgreSQL server of this URL. */
export const createEmptyDatabase = async (url: string): Promise<{ url: string; drop(): Promise<void> }> => {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(`create database ${name}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  return {
    url: own.href,
    drop: async () => {
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
    },
  };
};

const inOwnDatabase = async (url: string): Promise<TestDatabase> => {
  const own = await createEmptyDatabase(url);
  let isClosing = false;
  const database = onPostgres(own.url, (error) => {
    // Dropping the database by force ends connections that the pool is still closing.
    if (!isClosing) throw error;
  });
  return {
    database,
    async close() {
      isClosing = true;
      await database.destroy();
      await own.drop();
    },
  };
};

/** Making a PGlite takes seconds, copying one a third of that: one template for all databases of a test file. */
let template: Promise<Blob> | undefined;
const makeTemplate = async (): Promise<Blob> => {
  const pglite = await PGlite.create();
  const dump = await pglite.dumpDataDir('none');
  await pglite.close();
  return dump;
};

const inMemory = async (): Promise<TestDatabase> => {
  template ??= makeTemplate();
  const database = onPglite(await PGlite.create({ loadDataDir: await template, parsers: valueParsers }));
  return { database, close: () => database.destroy() };
};

/** A fresh, migrated database: PGlite in memory, or one of its own on PostgreSQL when `TEST_DATABASE_URL` is set. */
export const createTestDatabase = async (): Promise<TestDatabase> => {
  const test = await (testDatabaseUrl === undefined ? inMemory() : inOwnDatabase(testDatabaseUrl));
  await migrate(test.database);
  return test;
};
