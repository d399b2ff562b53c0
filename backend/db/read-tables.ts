import type { PGlite, Transaction } from '@electric-sql/pglite';

type Count = { name: string; count: number };

/** One query that counts the rows of every table: quick to plan, compared with one query for each table. */
const countQuery = async (trx: Transaction, counted: string): Promise<string> => {
  const { rows } = await trx.query<{ query: string }>(
    `select string_agg(format('select %L as name, count(%s) from only %I.%I as row',
                              relname, $1::text, nspname, relname), ' union all ' order by pg_class.oid) as query
     from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where relkind = 'r' and nspname not in ('pg_toast', 'information_schema')`,
    [counted],
  );
  return rows[0]?.query ?? '';
};

const plan = (kind: 'table' | 'index'): string =>
  ['enable_indexscan', 'enable_indexonlyscan', 'enable_seqscan']
    .map((setting) => `set local ${setting} = ${(setting === 'enable_seqscan') === (kind === 'table') ? 'on' : 'off'}`)
    .join(';');

/**
 * Reads every row of every table, once from the table and once through an index, and compares the number of rows. A table
 * that lost pages at its end has fewer rows than its index.
 * @throws PostgreSQL's error, or an error that names the table, when a table is damaged.
 */
export const readTables = (pglite: PGlite): Promise<void> =>
  pglite.transaction(async (trx) => {
    await trx.exec(plan('table'));
    // A row as text needs each of its columns, also those that are stored outside of the table.
    const { rows: inTables } = await trx.query<Count>(await countQuery(trx, 'row::text'));
    await trx.exec(plan('index'));
    const { rows: inIndexes } = await trx.query<Count>(await countQuery(trx, '*'));
    for (const [index, { name, count }] of inTables.entries()) {
      const indexed = inIndexes[index]?.count;
      if (count !== indexed) throw new Error(`The table ${name} has ${count} rows, and its index has ${indexed}.`);
    }
  });
