import type { PGlite, Transaction } from '@electric-sql/pglite';

const tables = `
  select c.oid, format('%I.%I', n.nspname, c.relname) as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r'`;

/**
 * Lists the columns of each B-tree index that contains every row of its table. System tables are read without their
 * indexes.
 */
const indexes = `
  select i.indrelid as oid, string_agg(pg_get_indexdef(i.indexrelid, k, true), ', ' order by k) as columns
  from pg_index i
    join pg_class c on c.oid = i.indexrelid
    join pg_am a on a.oid = c.relam,
    generate_series(1, i.indnkeyatts) k
  where a.amname = 'btree' and i.indpred is null and i.indrelid >= 16384
  group by i.indrelid, i.indexrelid`;

const countRows = async (trx: Transaction, from: string): Promise<number | undefined> =>
  (await trx.query<{ count: number }>(`select count(row::text)::int as count from (${from}) row`)).rows[0]?.count;

/**
 * Reads every row of every table, once in the order of the file and once by each index: a file that lost its end looks
 * whole until an index leads to a row that is not there.
 * @throws what PostgreSQL says about a page, such as `XX001`, or an Error when a table and its index disagree.
 */
export const readEveryTable = (pglite: PGlite): Promise<void> =>
  pglite.transaction(async (trx) => {
    const { rows: found } = await trx.query<{ oid: number; name: string }>(tables);
    const { rows: ordered } = await trx.query<{ oid: number; columns: string }>(indexes);
    for (const { oid, name } of found) {
      await trx.exec('set local enable_seqscan = on; set local enable_sort = on');
      const count = await countRows(trx, `select * from ${name}`);
      await trx.exec('set local enable_seqscan = off; set local enable_bitmapscan = off; set local enable_sort = off');
      for (const { columns } of ordered.filter((index) => index.oid === oid)) {
        const byIndex = await countRows(trx, `select * from ${name} order by ${columns}`);
        if (byIndex !== count) throw new Error(`${name} and its index on ${columns} disagree`);
      }
    }
  });
