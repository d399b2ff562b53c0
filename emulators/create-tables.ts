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
export const createTables = <Tables>(database: Kysely<Tables>, statements: readonly string[]): Promise<void> =>
  database.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${lockId})`.execute(trx);
    for (const statement of statements) await sql.raw(statement).execute(trx);
  });
