import type { Database } from '../db/database.ts';

export const deletedPlayersRepository = (database: Database) => ({
  /** @param hashes digests of the person's names. */
  add: async (hashes: string[], deletedAt: Date): Promise<void> => {
    await database
      .insertInto('deleted_players')
      .values(hashes.map((hash) => ({ id_hash: hash, deleted_at: deletedAt })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  },

  /** Returns which of these digests are stored. */
  among: async (hashes: string[]): Promise<ReadonlySet<string>> => {
    if (hashes.length === 0) return new Set();
    const rows = await database
      .selectFrom('deleted_players')
      .select('id_hash')
      .where('id_hash', 'in', hashes)
      .execute();
    return new Set(rows.map((row) => row.id_hash));
  },
});
