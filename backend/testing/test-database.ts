import { openAsBlob } from 'node:fs';
import { inject } from 'vitest';
import { type Database, onPglite, onPostgres, openPglite } from '../db/database.ts';
import { createEmptyDatabase, testDatabaseUrl } from './empty-database.ts';

export type TestDatabase = { database: Database; close(): Promise<void> };

const inOwnDatabase = async (url: string): Promise<TestDatabase> => {
  const own = await createEmptyDatabase(url, inject('databaseTemplate'));
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

const inMemory = async (): Promise<TestDatabase> => {
  const loadDataDir = await openAsBlob(inject('databaseTemplate'));
  const database = onPglite(await openPglite({ loadDataDir }));
  return { database, close: () => database.destroy() };
};

/**
 * Creates a new, migrated database: PGlite in memory, or a separate one on PostgreSQL when `TEST_DATABASE_URL` is set.
 */
export const createTestDatabase = (): Promise<TestDatabase> =>
  testDatabaseUrl === undefined ? inMemory() : inOwnDatabase(testDatabaseUrl);
