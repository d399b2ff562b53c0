import { readdir, readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Database } from './database.ts';

const folder = new URL('./migrations/', import.meta.url);

/** A statement ends with a semicolon at the end of a line: PGlite's protocol takes one at a time. */
const statementsOf = (text: string): string[] =>
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

/** The database went through migrations of a newer version of this program. */
export class NewerSchemaError extends Error {
  override name = 'NewerSchemaError';
}

/** Kysely names only the first migration that is missing, and only in its message. */
const missingMigration = /previously executed migration (\S+) is missing/;

/**
 * Brings the schema to `migrations/NNN-name.sql`, each once, all in one transaction; processes that start together wait
 * for each other. Numbers are grouped by layer, so a new one may stand between old ones.
 * @throws NewerSchemaError when the database is ahead of this program, else the database's error of the statement that
 * failed. Nothing is changed in both cases.
 */
export const migrate = async (database: Database): Promise<void> => {
  const migrator = new Migrator({
    db: database,
    provider: { getMigrations: readMigrations },
    allowUnorderedMigrations: true,
  });
  const { error } = await migrator.migrateToLatest();
  if (error === undefined) return;
  const missing = error instanceof Error ? missingMigration.exec(error.message)?.[1] : undefined;
  if (missing === undefined) throw error;
  throw new NewerSchemaError(
    `The database was migrated by a newer version: this one does not have the migration ${missing}. Start the newer version, or restore a copy of the database from before it.`,
    { cause: error },
  );
};
