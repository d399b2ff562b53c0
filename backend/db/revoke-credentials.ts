import type { PGlite, Transaction } from '@electric-sql/pglite';

/**
 * Tables with credentials, cleared after a restore, because an old backup contains tokens and links that were revoked
 * or used since. The emulator's tables are named as text, because they exist only in development after its first start.
 */
const credentialTables = ['sessions', 'classroom_links', 'playfab_emulator.credentials', 'playfab_emulator.recoveries'];

const isThere = async (trx: Transaction, table: string): Promise<boolean> => {
  const { rows } = await trx.query<{ there: boolean }>('select to_regclass($1) is not null as there', [table]);
  return rows[0]?.there === true;
};

/**
 * Clears these tables before anything else reads the database, and adds the job that rereads every subscription,
 * because a subscription may have been cancelled since the backup.
 */
export const revokeCredentials = (pglite: PGlite): Promise<void> =>
  pglite.transaction(async (trx) => {
    for (const table of credentialTables) if (await isThere(trx, table)) await trx.exec(`delete from ${table}`);
    if (!(await isThere(trx, 'outbox'))) return;
    await trx.exec("insert into outbox (id, kind, payload) values (gen_random_uuid()::text, 'sync-all', '{}')");
  });
