import type { PGlite } from '@electric-sql/pglite';
import {
  type PostgresCursor,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
} from 'kysely';

type Query = PostgresPoolClient['query'];

const queryOf = (pglite: PGlite): Query => {
  function query<Row>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  function query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
  function query<Row>(
    text: string | PostgresCursor<Row>,
    parameters: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<Row>> | PostgresCursor<Row> {
    if (typeof text !== 'string') throw new Error('PGlite has no cursors');
    return run<Row>(text, parameters);
  }
  const run = async <Row>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>> => {
    // PostgreSQL answers COMMIT of a failed transaction with ROLLBACK, which PGlite does not pass on; this throws.
    if (text === 'commit') await pglite.query('select 1');
    const { rows, affectedRows = 0 } = await pglite.query<Row>(text, [...parameters]);
    return { command: 'UPDATE', rowCount: affectedRows, rows };
  };
  return query;
};

/** PGlite as a pool of one connection, handed out in the order of asking. */
class PGlitePool implements PostgresPool {
  /** What pg's pool was made with: nothing here. */
  readonly options = {};
  readonly #pglite: PGlite;
  #last: Promise<void> = Promise.resolve();

  constructor(pglite: PGlite) {
    this.#pglite = pglite;
  }

  async connect(): Promise<PostgresPoolClient> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const before = this.#last;
    this.#last = promise;
    await before;
    return { query: queryOf(this.#pglite), release: () => resolve() };
  }

  async end(): Promise<void> {
    await this.#last;
    if (!this.#pglite.closed) await this.#pglite.close();
  }
}

/**
 * PGlite is one session. Kysely's own dialect lends that session to everybody at once, so that a query of one request
 * runs inside the transaction of another and is lost with its rollback (Kysely 0.29.9). Here a transaction has it alone.
 */
export class PGliteDialect extends PostgresDialect {
  constructor(pglite: PGlite) {
    super({ pool: new PGlitePool(pglite) });
  }
}
