import type { PGlite } from '@electric-sql/pglite';

/**
 * What opens a door: an older copy would know tokens and links that were revoked or used since. The emulator's tables
 * are named as text, for they are there only in development and only after its first start.
 */
const doors = ['sessions', 'playfab_emulator.credentials', 'playfab_emulator.recoveries'];

/** Empties them, before anything of ours looks into the database. */
export const shutDoors = (pglite: PGlite): Promise<void> =>
  pglite.transaction(async (trx) => {
    for (const table of doors) {
      const { rows } = await trx.query<{ there: boolean }>('select to_regclass($1) is not null as there', [table]);
      if (rows[0]?.there === true) await trx.exec(`delete from ${table}`);
    }
  });
