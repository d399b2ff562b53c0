import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { createTables } from './create-tables.ts';

type Tables = { 'id_token_emulator.keys': { id: number; secret: string } };

const statements = [
  `create schema if not exists id_token_emulator`,
  `create table if not exists id_token_emulator.keys (id integer primary key, secret text not null)`,
];

/** Returns the secret of development's key for partners' results, which the database keeps for every process. */
export const keptIdTokenKey = async (database: Kysely<Record<never, never>>): Promise<string> => {
  const keys = database.$extendTables<Tables>();
  await createTables(keys, statements);
  const made = { id: 1, secret: randomBytes(32).toString('base64url') };
  await keys
    .insertInto('id_token_emulator.keys')
    .values(made)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { secret } = await keys.selectFrom('id_token_emulator.keys').select('secret').executeTakeFirstOrThrow();
  return secret;
};
