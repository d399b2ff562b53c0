import type { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Tables } from './tables.ts';
import { pgTypes } from './value-types.ts';

/** Kysely over either engine; a transaction is one too, so repositories take whichever they are given. */
export type Database = Kysely<Tables>;

/** @param pglite made with `valueParsers`. */
export const onPglite = (pglite: PGlite): Database => new Kysely({ dialect: new PGliteDialect({ pglite }) });

/**
 * @param url `postgres://user:password@host:port/database`
 * @param onConnectionError is called when a connection breaks, in use or idle. The pool then opens another one.
 */
export const onPostgres = (url: string, onConnectionError: (error: Error) => void): Database => {
  const pool = new pg.Pool({
    connectionString: url,
    types: pgTypes,
    max: 10,
    connectionTimeoutMillis: 5_000,
    // Nothing of ours runs long: a statement that does is stuck, and must not hold a connection for ever.
    statement_timeout: 10_000,
    // And one whose server fell silent is given up by us.
    query_timeout: 12_000,
    idle_in_transaction_session_timeout: 10_000,
  });
  // An `error` event without a listener ends the process. pg-pool 3 removes its own listener from a client that is in use.
  pool.on('connect', (client) => client.on('error', onConnectionError));
  // The pool repeats the error of an idle client, which the listener above has already received.
  pool.on('error', () => undefined);
  return new Kysely({ dialect: new PostgresDialect({ pool }) });
};
