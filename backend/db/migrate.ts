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

/**
 * Brings the schema to `migrations/NNN-name.sql`, each once, all in one transaction; processes that start together wait
 * for each other. Numbers are grouped by room, so a new one may stand between old ones.
 * @throws what the database said about the statement that failed; nothing is changed then.
 */
export const migrate = async (database: Database): Promise<void> => {
  const migrator = new Migrator({
    db: database,
    provider: { getMigrations: readMigrations },
    allowUnorderedMigrations: true,
  });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
};
