import type { PGlite, Transaction } from '@electric-sql/pglite';

const tables = `
  select format('%I.%I', nspname, relname) as name
  from pg_class join pg_namespace on pg_namespace.oid = relnamespace
  where relkind = 'r' and nspname not in ('pg_toast', 'information_schema')`;

const count = async (trx: Transaction, query: string): Promise<number> => {
  const { rows } = await trx.query<{ count: number }>(query);
  return rows[0]?.count ?? 0;
};

/**
 * Reads every row of every table, once from the table and once through an index, and compares the number of rows. A table
 * that lost pages at its end has fewer rows than its index.
 * @throws PostgreSQL's error, or an error that names the table, when a table is damaged.
 */
export const readTables = (pglite: PGlite): Promise<void> =>
  pglite.transaction(async (trx) => {
    const { rows } = await trx.query<{ name: string }>(tables);
    for (const { name } of rows) {
      await trx.exec(
        'set local enable_indexscan = off; set local enable_indexonlyscan = off; set local enable_seqscan = on',
      );
      // A row as text needs each of its columns, also those that are stored outside of the table.
      const inTable = await count(trx, `select count(row::text) from only ${name} as row`);
      await trx.exec(
        'set local enable_indexscan = on; set local enable_indexonlyscan = on; set local enable_seqscan = off',
      );
      const inIndex = await count(trx, `select count(*) from only ${name}`);
      if (inTable !== inIndex) throw new Error(`The table ${name} has ${inTable} rows, and its index has ${inIndex}.`);
    }
  });
