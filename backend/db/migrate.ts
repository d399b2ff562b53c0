import { readdir, readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { codeOf, DatabaseUnavailableError, mayNotCreateTables } from './connection-problem.ts';
import type { Database } from './database.ts';

const migrationFolder = new URL('./migrations/', import.meta.url);

/** Returns the names of the program's migrations, in their order. */
export const migrationNames = async (folder = migrationFolder): Promise<string[]> =>
  (await readdir(folder))
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.slice(0, -4))
    .sort();

/** Splits a migration at line ends with a semicolon, because PGlite's protocol accepts one statement at a time. */
export const statementsOf = async (name: string, folder = migrationFolder): Promise<string[]> =>
  (await readFile(new URL(`${name}.sql`, folder), 'utf8'))
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement.replace(/^--.*$/gm, '').trim() !== '');

/** The instructions for an operator, by the code of the error of PostgreSQL. */
const remedies: Readonly<Record<string, string>> = {
  '42501': mayNotCreateTables,
  '42P07':
    'The database contains tables that this program did not create there: use an empty one. In development, delete the folder .data.',
  '53100': 'The disk of the PostgreSQL of DATABASE_URL is full: free some space, then start again.',
};

/** Names the lock that processes which start together wait for. */
const lockId = 3_853_314_791_062_309_107n;

const apply = (database: Database, folder: URL): Promise<void> =>
  database.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${lockId})`.execute(trx);
    const { rows } = await sql`select 1 where to_regclass('migrations') is null`.execute(trx);
    if (rows.length > 0) {
      await sql`create table migrations (name text primary key, applied_at timestamptz not null default now())`.execute(
        trx,
      );
    }
    const applied = await sql<{ name: string }>`select name from migrations`.execute(trx);
    const done = new Set(applied.rows.map(({ name }) => name));
    for (const name of (await migrationNames(folder)).filter((known) => !done.has(known))) {
      for (const statement of await statementsOf(name, folder)) await sql.raw(statement).execute(trx);
      await sql`insert into migrations (name) values (${name})`.execute(trx);
    }
  });

/**
 * Applies each of `migrations/NNN-name.sql` once, all in one transaction; processes that start together wait for each
 * other. A later release may have changed the database already: it only added, as `migrations/README.md` demands.
 * @throws DatabaseUnavailableError for what an operator can correct, else the database's error about the failed
 *   statement; nothing is changed then.
 */
export const migrate = async (database: Database, folder = migrationFolder): Promise<void> => {
  try {
    await apply(database, folder);
  } catch (error) {
    const remedy = remedies[codeOf(error)];
    throw remedy === undefined ? error : new DatabaseUnavailableError(remedy);
  }
};
