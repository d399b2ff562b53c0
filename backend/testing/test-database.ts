import { openAsBlob } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, inject } from 'vitest';
import { type Database, onPglite, onPostgres, openPglite } from '../db/database.ts';
import { createEmptyDatabase, testDatabaseUrl } from './database-template.ts';

/** Creates a new, migrated database: PGlite in memory, or a separate one on PostgreSQL with `TEST_DATABASE_URL`. */
export const createTestDatabase = async (): Promise<{ database: Database; close(): Promise<void> }> => {
  const template = inject('databaseTemplate');
  if (testDatabaseUrl === undefined) {
    // Many tests need an app and no table, so the first statement opens the database.
    const database = onPglite(async () => openPglite({ loadDataDir: await openAsBlob(template) }));
    return { database, close: () => database.destroy() };
  }
  const own = await createEmptyDatabase(testDatabaseUrl, template);
  let isClosing = false;
  const database = onPostgres(own.url, (error) => {
    // Dropping the database by force ends connections that the pool is still closing.
    if (!isClosing) throw error;
  });
  const close = async (): Promise<void> => {
    isClosing = true;
    await database.destroy();
    await own.drop();
  };
  return { database, close };
};
export type TestDatabase = Awaited<ReturnType<typeof createTestDatabase>>;

/** Closes something after the tests of the file or of the `describe` that created it. */
export const closeAfterAll = async <Thing extends { close(): unknown }>(
  created: Thing | Promise<Thing>,
): Promise<Thing> => {
  const thing = await created;
  afterAll(async () => void (await thing.close()));
  return thing;
};

/** A stopped clock. `advance` moves it by milliseconds; a negative number moves it back. */
export const createFakeClock = (start: string | Date = '2026-03-02T09:00:00Z') => {
  let time = new Date(start).getTime();
  return {
    now: () => new Date(time),
    advance: (milliseconds: number): void => {
      time += milliseconds;
    },
  };
};
export type FakeClock = ReturnType<typeof createFakeClock>;

let copies = 0;
/** Copies every row. @returns a function that fills all tables with the copies, in one statement */
export const keepRows = async (database: Database): Promise<() => Promise<void>> => {
  const { rows } = await sql<{ name: string }>`
    select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema !~ '^(pg_catalog$|information_schema$|kept_)'
  `.execute(database);
  const isFilled = rows.map(({ name }) => `select '${name}' as name where exists (table ${name})`);
  const filled = await sql<{ name: string }>`${sql.raw(isFilled.join(' union all '))}`.execute(database);
  const schema = `kept_${(copies += 1)}`;
  await sql.raw(`create schema ${schema}`).execute(database);
  const fill: string[] = [];
  for (const [place, { name }] of filled.rows.entries()) {
    await sql.raw(`create table ${schema}.t${place} as table ${name}`).execute(database);
    fill.push(`insert into ${name} overriding system value table ${schema}.t${place};`);
  }
  // While foreign keys are off, the order of the tables does not matter.
  const all = sql.raw(`do $$ begin perform set_config('session_replication_role', 'replica', true);
    ${rows.map(({ name }) => `delete from ${name};`).join(' ')} ${fill.join(' ')} end $$`);
  return async () => void (await all.execute(database));
};

/** Returns every row as text, like a dump, also PlayFab's, except those of some tables. Stripe keeps its own books. */
export const everyRow = async (database: Database, except: readonly string[] = []): Promise<string[]> => {
  const tables = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema', 'stripe_emulator')
  `.execute(database);
  const found: string[] = [];
  for (const { schema, name } of tables.rows.filter((table) => !except.includes(table.name))) {
    const { rows } = await sql<{
      text: string;
    }>`select t::text as text from ${sql.table(`${schema}.${name}`)} t`.execute(database);
    found.push(...rows.map(({ text }) => `${name}: ${text}`));
  }
  return found;
};
