import { readdir, readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import program from '../../package.json' with { type: 'json' };
import type { Database } from './database.ts';
import { mayNotCreateTables } from './connection-problem.ts';
import { DatabaseUnavailableError } from './wait-for-postgres.ts';

const folder = new URL('./migrations/', import.meta.url);

/**
 * Splits a file into statements, because PGlite's protocol accepts one at a time. A statement ends with a semicolon at
 * the end of a line.
 */
export const statementsOf = (text: string): string[] =>
  text
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement.replace(/^--.*$/gm, '').trim() !== '');

const migrationOf = (text: string): Migration => ({
  async up(database) {
    for (const statement of statementsOf(text)) await sql.raw(statement).execute(database);
  },
});

const readMigrations = async (): Promise<Record<string, Migration>> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const texts = await Promise.all(names.map((name) => readFile(new URL(name, folder), 'utf8')));
  return Object.fromEntries(names.map((name, index) => [name.slice(0, -4), migrationOf(texts[index] ?? '')]));
};

/** The instructions for an operator, by the code of the error of PostgreSQL. */
const remedies: Readonly<Record<string, string>> = {
  '42501': mayNotCreateTables,
  '53100': 'The disk of the PostgreSQL of DATABASE_URL is full: free some space, then start again.',
  '25006': 'The PostgreSQL of DATABASE_URL accepts no writes: name the primary server.',
};

/** Matches Kysely's message when the database has a migration that this program does not have. */
const missingMigration = /previously executed migration (\S+) is missing/;

/** Matches the end of a contracting migration's name: the first release that works without what it removes. */
export const contracting = /\.from-(\d+\.\d+\.\d+)$/;

export const isOlder = (version: string, other: string): boolean =>
  version.localeCompare(other, 'en', { numeric: true }) < 0;

/** Returns whether this program works on a database that a later release has changed by this migration. */
const worksAfter = (name: string): boolean => {
  const first = contracting.exec(name)?.[1];
  return first === undefined || !isOlder(program.version, first);
};

const explain = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error;
  const name = missingMigration.exec(error.message)?.[1];
  if (name !== undefined) {
    return new DatabaseUnavailableError(
      `A newer version of this program has removed what this version needs from the database (${name}). Start that version, or restore a backup from before the change.`,
    );
  }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const remedy = remedies[code];
  return remedy === undefined ? error : new DatabaseUnavailableError(remedy);
};

/** Returns whether these migrations are applied, and no others. On the embedded database Kysely needs 0.3 s to find that out. */
const isCurrent = async (trx: Database, names: ReadonlySet<string>): Promise<boolean> => {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(trx);
  return rows.length === names.size && rows.every(({ name }) => names.has(name));
};

/** @param later names of migrations that a later release has applied */
const apply = async (
  database: Database,
  migrations: Readonly<Record<string, Migration>>,
  later: readonly string[],
): Promise<void> => {
  const accepted = Object.fromEntries(later.map((name): [string, Migration] => [name, { up: async () => undefined }]));
  const migrator = new Migrator({
    db: database,
    provider: { getMigrations: async () => ({ ...migrations, ...accepted }) },
    allowUnorderedMigrations: true,
  });
  const { error } = await migrator.migrateToLatest();
  if (error === undefined) return;
  // Kysely refuses a database with an unknown migration, and has no option to accept one.
  const name = error instanceof Error ? missingMigration.exec(error.message)?.[1] : undefined;
  if (name === undefined || !worksAfter(name)) throw explain(error);
  await apply(database, migrations, [...later, name]);
};

/** Creates Kysely's table on an empty database. Inside a transaction, Kysely hides why that failed. */
const createMigrationTable = async (trx: Database): Promise<void> => {
  const { rows } = await sql`select 1 where to_regclass('kysely_migration') is null`.execute(trx);
  if (rows.length === 0) return;
  await sql`create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(
    trx,
  );
};

/** The number of Kysely's own lock, so that a release from before this lock and this one wait for each other too. */
const lockId = 3_853_314_791_062_309_107n;

/** PostgreSQL's code for a deadlock. */
const deadlock = '40P01';
const isDeadlock = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === deadlock;

/** Two deadlocks in a row are improbable: the first one also ends the wait of the other process. */
const tries = 5;

const migrateOnce = (database: Database): Promise<void> =>
  database.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${lockId})`.execute(trx);
    await createMigrationTable(trx).catch((error: unknown) => Promise.reject(explain(error)));
    const migrations = await readMigrations();
    if (!(await isCurrent(trx, new Set(Object.keys(migrations))))) await apply(trx, migrations, []);
  });

/**
 * Applies each of `migrations/NNN-name.sql` once, all in one transaction; processes that start together wait for each
 * other. Numbers are grouped by layer, so a new number may be between old ones. A later release may have changed the
 * database already, as the rules in `migrations/README.md` allow.
 * When PostgreSQL ends the transaction because of a deadlock with a process of the previous release, it runs again.
 * @throws DatabaseUnavailableError for what an operator can correct, else the database's error about the failed statement;
 * nothing is changed then.
 */
export const migrate = async (database: Database): Promise<void> => {
  for (let tried = 1; ; tried += 1) {
    try {
      return await migrateOnce(database);
    } catch (error) {
      if (tried === tries || !isDeadlock(error)) throw error;
    }
  }
};
