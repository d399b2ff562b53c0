import { sql } from 'kysely';
import type { Database } from '../db/database.ts';

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/**
 * Returns every row of every table as text, including the emulators' tables, like a dump.
 * @param except names of tables to leave out
 */
export const everyRow = async (database: Database, except: readonly string[] = []): Promise<string[]> => {
  const tables = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
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
