import { openAsBlob } from 'node:fs';
import { sql } from 'kysely';
import { inject } from 'vitest';
import { type Database, onPglite, onPostgres, openPglite } from '../db/database.ts';
import type { Clock } from '../domain/clock.ts';
import { createEmptyDatabase, testDatabaseUrl } from './database-template.ts';

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

/** Many tests need an app and no table, so the first statement opens the database. */
const inMemory = async (): Promise<TestDatabase> => {
  const template = inject('databaseTemplate');
  const database = onPglite(async () => openPglite({ loadDataDir: await openAsBlob(template) }));
  return { database, close: () => database.destroy() };
};

/**
 * Creates a new, migrated database: PGlite in memory, or a separate one on PostgreSQL when `TEST_DATABASE_URL` is set.
 */
export const createTestDatabase = (): Promise<TestDatabase> =>
  testDatabaseUrl === undefined ? inMemory() : inOwnDatabase(testDatabaseUrl);

export type FakeClock = Clock & {
  /** @param milliseconds moves forward; a negative number moves back. */
  advance(milliseconds: number): void;
};

export const createFakeClock = (start: string | Date = '2026-03-02T09:00:00Z'): FakeClock => {
  let time = new Date(start).getTime();
  return {
    now: () => new Date(time),
    advance(milliseconds) {
      time += milliseconds;
    },
  };
};

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/**
 * Returns every row of every table as text, like a dump, including those of PlayFab. Stripe keeps its own books.
 * @param except names of tables to leave out
 */
export const everyRow = async (database: Database, except: readonly string[] = []): Promise<string[]> => {
  const tables = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema', 'stripe_emulator')
  `.execute(database);
  const found: string[] = [];
  for (const { schema, name } of tables.rows) {
    if (except.includes(name)) continue;
    const from = sql.raw(`${quoted(schema)}.${quoted(name)}`);
    const { rows } = await sql<{ text: string }>`select t::text as text from ${from} t`.execute(database);
    found.push(...rows.map(({ text }) => `${name}: ${text}`));
  }
  return found;
};
