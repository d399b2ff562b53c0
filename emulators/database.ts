import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';

/**
 * A database typed without tables: `database.withoutPlugins().$pickTables<never>()`. An emulator creates its schema in
 * it.
 */
export type EmulatorDatabase = Kysely<Record<never, never>>;

/** The number of the lock that all emulators take. It is an arbitrary one, which nothing else in the database uses. */
const lockId = 6_021_440_915_387_206_553n;

/**
 * Creates the tables of an emulator by statements that change nothing when they are repeated. Processes that start
 * together wait for each other, because `if not exists` fails when another transaction creates the same name. The lock
 * belongs to the transaction, so it also works behind PgBouncer.
 */
export const createTables = (database: EmulatorDatabase, statements: readonly string[]): Promise<void> =>
  database.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${lockId})`.execute(trx);
    for (const statement of statements) await sql.raw(statement).execute(trx);
  });

const keyStatements = [
  `create schema if not exists id_token_emulator`,
  `create table if not exists id_token_emulator.keys (id integer primary key, secret text not null)`,
];

/** Returns the secret of development's key for partners' results, which the database keeps for every process. */
export const keptIdTokenKey = async (database: EmulatorDatabase): Promise<string> => {
  await createTables(database, keyStatements);
  const made = randomBytes(32).toString('base64url');
  // An update that changes nothing, because `do nothing` returns no row.
  const kept = sql<{ secret: string }>`insert into id_token_emulator.keys (id, secret) values (1, ${made})
    on conflict (id) do update set id = excluded.id returning secret`;
  return (await kept.execute(database)).rows[0]?.secret ?? made;
};
