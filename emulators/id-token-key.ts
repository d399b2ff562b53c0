import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { createTables, type EmulatorDatabase } from './create-tables.ts';

const statements = [
  `create schema if not exists id_token_emulator`,
  `create table if not exists id_token_emulator.keys (id integer primary key, secret text not null)`,
];

/** Returns the secret of development's key for partners' results, which the database keeps for every process. */
export const keptIdTokenKey = async (database: EmulatorDatabase): Promise<string> => {
  await createTables(database, statements);
  const made = randomBytes(32).toString('base64url');
  // An update that changes nothing, because `do nothing` returns no row.
  const kept = sql<{ secret: string }>`insert into id_token_emulator.keys (id, secret) values (1, ${made})
    on conflict (id) do update set id = excluded.id returning secret`;
  return (await kept.execute(database)).rows[0]?.secret ?? made;
};
