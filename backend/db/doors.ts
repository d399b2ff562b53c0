import type { PGlite, Transaction } from '@electric-sql/pglite';

/**
 * What opens a door: an older copy would know tokens and links that were revoked or used since. The emulator's tables
 * are named as text, for they are there only in development and only after its first start.
 */
const doors = ['sessions', 'classroom_links', 'playfab_emulator.credentials', 'playfab_emulator.recoveries'];

const isThere = async (trx: Transaction, table: string): Promise<boolean> => {
  const { rows } = await trx.query<{ there: boolean }>('select to_regclass($1) is not null as there', [table]);
  return rows[0]?.there === true;
};

/**
 * Empties them, before anything of ours looks into the database, and promises to read every subscription anew: what
 * was cancelled since the copy is not paid for any more.
 */
export const shutDoors = (pglite: PGlite): Promise<void> =>
  pglite.transaction(async (trx) => {
    for (const table of doors) if (await isThere(trx, table)) await trx.exec(`delete from ${table}`);
    if (!(await isThere(trx, 'outbox'))) return;
    await trx.exec("insert into outbox (id, kind, payload) values (gen_random_uuid()::text, 'sync-all', '{}')");
  });
