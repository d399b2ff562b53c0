import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import {
  CamelCasePlugin,
  type CompiledQuery,
  type DeleteResult,
  type InsertObject,
  Kysely,
  PGliteDialect,
  PostgresDialect,
  type QueryResult,
  type RawBuilder,
  sql,
  type UpdateResult,
} from 'kysely';
import pg from 'pg';
import { DatabaseUnavailableError, wrongSetting } from './connection-problem.ts';
import { pgTypes, type Tables, valueParsers } from './tables.ts';

/** Kysely on either engine. A transaction has the same type, so repositories accept both. */
export type Database = Kysely<Tables>;

/** Opens PGlite with our parsers. Writing to all of PostgreSQL's default 128 MB of buffers took most of a start. */
export const openPglite = (options: Pick<PGliteOptions, 'fs' | 'loadDataDir'> = {}): Promise<PGlite> =>
  PGlite.create({
    ...options,
    parsers: { ...valueParsers },
    startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=8MB'],
  });

/** Names columns in camel case. The keys inside JSON stay as they are. */
const plugins = [new CamelCasePlugin({ maintainNestedObjectKeys: true })];

/** @param pglite opened by `openPglite`, or a function that the first statement calls. */
export const onPglite = (pglite: PGlite | (() => Promise<PGlite>)): Database =>
  new Kysely({ dialect: new PGliteDialect({ pglite }), plugins });

/** The limits that a connection sends when it starts; PgBouncer must be configured to accept them. */
const connectionLimits = {
  // No statement of the portal runs long: one that does must not block a connection.
  statement_timeout: 10_000,
  idle_in_transaction_session_timeout: 10_000,
};

/**
 * What else a session needs, which a server, a database, a user, the environment or a pooler may have set differently.
 * Those without a pattern do not change what a statement means.
 */
const sessionSettings: Readonly<Record<string, { value: string; accepted?: RegExp }>> = {
  DateStyle: { value: 'ISO, MDY', accepted: /^ISO/ },
  bytea_output: { value: 'hex', accepted: /^hex$/ },
  standard_conforming_strings: { value: 'on', accepted: /^on$/ },
  default_transaction_isolation: { value: 'read committed', accepted: /^read committed$/ },
  session_replication_role: { value: 'origin', accepted: /^origin$/ },
  server_encoding: { value: 'UTF8', accepted: /^UTF8$/ },
  IntervalStyle: { value: 'postgres' },
  TimeZone: { value: 'UTC' },
  lock_timeout: { value: '0' },
  transaction_timeout: { value: '0' },
  idle_session_timeout: { value: '0' },
};

/** Builds statements, and runs none. */
const builder = onPglite(() => Promise.reject(new Error('This database only builds statements.')));
/** The names of the statements of `defineStatement`, by their text. */
const statementNames = new Map<string, string>();

/** A placeholder for a value that each run of a statement fills in. */
class Gap {
  readonly key: string;

  constructor(key: string) {
    this.key = key;
  }
}

export type Gaps<Values> = <Key extends keyof Values & string>(key: Key) => RawBuilder<Values[Key]>;

/**
 * Defines a statement that each sign-in, each call with a session, each view of a class, each report of the game or
 * each job runs; others are built where they run. It is built once, and a connection to PostgreSQL keeps its plan under
 * the name, which halves the processor time of both. The text is the same for all values, so it has no list of them. It
 * names its columns, because a kept plan with `*` fails once a later release has added a column.
 */
export const defineStatement = <Values extends object, Row>(
  name: string,
  build: (on: Database, gap: Gaps<Values>) => CompiledQuery<Row>,
): ((on: Database, values: Values) => Promise<QueryResult<Row>>) => {
  const built = build(builder, (key) => sql`${new Gap(key)}`);
  // A value that is used several times is sent once.
  const names = built.parameters.map((one, place) => (one instanceof Gap ? one.key : place));
  const unique = [...new Set(names)];
  const sent = unique.map((one) => built.parameters[names.indexOf(one)]);
  const text = built.sql.replace(/\$(\d+)/g, (_, number) => `$${unique.indexOf(names[Number(number) - 1] ?? '') + 1}`);
  statementNames.set(text, name);
  return (on, values) => {
    const given = new Map<string, unknown>(Object.entries(values));
    const parameters = sent.map((one) => (one instanceof Gap ? given.get(one.key) : one));
    return on.executeQuery({ ...built, sql: text, parameters });
  };
};

/** Adds rows. One whose key is stored already changes nothing. */
export const insertMissing = <Table extends keyof Tables>(
  on: Database,
  table: Table,
  rows: InsertObject<Tables, Table> | readonly InsertObject<Tables, Table>[],
) =>
  on
    .insertInto(table)
    .values(rows)
    .onConflict((conflict) => conflict.doNothing());

/** Runs a query. @returns its first row; null without any */
export const firstOf = async <One>(query: { executeTakeFirst(): Promise<One | undefined> }): Promise<One | null> =>
  (await query.executeTakeFirst()) ?? null;

/** Runs an update or a deletion. @returns how many rows it touched */
export const countRows = async (change: {
  executeTakeFirstOrThrow(): Promise<UpdateResult | DeleteResult>;
}): Promise<number> => {
  const result = await change.executeTakeFirstOrThrow();
  return Number('numUpdatedRows' in result ? result.numUpdatedRows : result.numDeletedRows);
};

/** Returns the next number of a sequence, larger than every earlier one. */
export const nextOf = async (
  database: Database,
  sequence: 'stripe_reads' | 'store_reads' | 'confirmations',
): Promise<number> => {
  const { rows } = await sql<{ next: number }>`select nextval(${sequence}::regclass) as next`.execute(database);
  const [row] = rows;
  if (row === undefined) throw new Error(`the sequence ${sequence} gave nothing`);
  return row.next;
};

/**
 * A pooler names its own process instead of PostgreSQL's. A setting made through it would stay with other clients.
 */
const setSession = `
  select name, pg_backend_pid() = $1 as direct,
    case when pg_backend_pid() = $1 and context = 'user' then set_config(name, value, false) else setting end as setting
  from unnest($2::text[], $3::text[]) as wanted (name, value) join pg_settings using (name)`;

/**
 * Gives a connection the settings of a session. Then it sends statements by their names, unless a pooler is between: it
 * may give the next statement to another connection, and PgBouncer follows names from version 1.21 on only.
 * @throws DatabaseUnavailableError when a setting is wrong that cannot be changed here.
 */
const prepare = async (client: pg.ClientBase): Promise<void> => {
  const process = 'processID' in client ? client.processID : null;
  const names = Object.keys(sessionSettings);
  const values = names.map((name) => sessionSettings[name]?.value);
  const { rows } = await client.query<{ name: string; direct: boolean; setting: string }>(setSession, [
    process,
    names,
    values,
  ]);
  for (const { name, setting } of rows) {
    const { value, accepted } = sessionSettings[name] ?? {};
    if (accepted?.test(setting) === false) throw new DatabaseUnavailableError(wrongSetting(name, setting, `${value}`));
  }
  if (rows[0]?.direct !== true) return;
  client.query = new Proxy(client.query, {
    apply: (query, self, given: unknown[]) => {
      const [text, values] = given;
      const name = typeof text === 'string' ? statementNames.get(text) : undefined;
      return Reflect.apply(query, self, name === undefined ? given : [{ name, text, values }]);
    },
  });
};

/** Opens a pool, which replaces a connection that breaks, in use or idle, after it called `onConnectionError`. */
export const openPool = (url: string, onConnectionError: (error: Error) => void): pg.Pool => {
  const pool = new pg.Pool({
    connectionString: url,
    types: pgTypes,
    max: 10,
    connectionTimeoutMillis: 5_000,
    ...connectionLimits,
    // The client also stops waiting when the server no longer answers.
    query_timeout: 12_000,
    onConnect: prepare,
  });
  // An `error` event without a listener ends the process. pg-pool 3 removes its own listener from a client that is in
  // use.
  pool.on('connect', (client) => client.on('error', onConnectionError));
  // The pool repeats the error of an idle client, which the listener above has already received.
  pool.on('error', () => undefined);
  return pool;
};

/** @param onWait gets how long each caller waited for a connection, also in vain */
export const onPool = (pool: pg.Pool, onWait: (milliseconds: number) => void = () => undefined): Database => {
  const connect = (): Promise<pg.PoolClient> => {
    const start = performance.now();
    return pool.connect().finally(() => onWait(performance.now() - start));
  };
  const timed = { connect, end: () => pool.end(), options: pool.options };
  return new Kysely({ dialect: new PostgresDialect({ pool: timed }), plugins });
};

/** Kysely with a separate pool. */
export const onPostgres = (url: string, onConnectionError: (error: Error) => void): Database =>
  onPool(openPool(url, onConnectionError));
