import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';

export type Row = { table: string; text: string };

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Returns every row of every table of a stopped portal, as text. */
export const everyRow = async (dataFolder: string): Promise<Row[]> => {
  const database = await PGlite.create(join(dataFolder, 'database'));
  try {
    const { rows: tables } = await database.query<{ schema: string; name: string }>(
      `select table_schema as schema, table_name as name from information_schema.tables
       where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
    );
    const rows: Row[] = [];
    for (const { schema, name } of tables) {
      const from = `${quoted(schema)}.${quoted(name)}`;
      const { rows: found } = await database.query<{ text: string }>(`select t::text as text from ${from} t`);
      rows.push(...found.map(({ text }) => ({ table: `${schema}.${name}`, text })));
    }
    return rows;
  } finally {
    await database.close();
  }
};

/** Makes the sessions of a stopped portal older by `time`, such as `23 hours`. */
export const letTimePass = async (dataFolder: string, time: string): Promise<void> => {
  const database = await PGlite.create(join(dataFolder, 'database'));
  try {
    await database.query(
      `update sessions set expires_at = expires_at - $1::interval, activated_at = activated_at - $1::interval,
       chain_started_at = chain_started_at - $1::interval`,
      [time],
    );
  } finally {
    await database.close();
  }
};
