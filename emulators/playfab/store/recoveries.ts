import type { Kysely } from 'kysely';
import type { PlayfabTables } from '../schema.ts';
import { digest } from '../secrets.ts';
import { lockPlayer } from './players.ts';

type RecoveryState = { state: 'valid' | 'used' | 'expired'; playfabId: string } | { state: 'unknown' };

export const recoveriesStore = (database: Kysely<PlayfabTables>) => ({
  /** Stores a new token and deletes the earlier ones, so that only the newest link works. */
  replace: async (playfabId: string, token: string, expiresAt: Date): Promise<void> => {
    await database.transaction().execute(async (trx) => {
      await lockPlayer(trx, playfabId);
      await trx.deleteFrom('playfab_emulator.recoveries').where('playfab_id', '=', playfabId).execute();
      await trx
        .insertInto('playfab_emulator.recoveries')
        .values({ hash: digest(token), playfab_id: playfabId, expires_at: expiresAt, used_at: null })
        .execute();
    });
  },

  read: async (token: string, now: Date): Promise<RecoveryState> => {
    const row = await database
      .selectFrom('playfab_emulator.recoveries')
      .selectAll()
      .where('hash', '=', digest(token))
      .executeTakeFirst();
    if (row === undefined) return { state: 'unknown' };
    if (row.used_at !== null) return { state: 'used', playfabId: row.playfab_id };
    return { state: row.expires_at > now ? 'valid' : 'expired', playfabId: row.playfab_id };
  },

  /**
   * Consumes the token and sets the password, in one transaction. Tickets and tokens stay valid, because PlayFab
   * documents no call or event that revokes them.
   * @returns false when a concurrent call has consumed the token.
   */
  spend: async (token: string, passwordHash: string, now: Date): Promise<boolean> =>
    database.transaction().execute(async (trx) => {
      const spent = await trx
        .updateTable('playfab_emulator.recoveries')
        .set({ used_at: now })
        .where('hash', '=', digest(token))
        .where('used_at', 'is', null)
        .where('expires_at', '>', now)
        .returning('playfab_id')
        .executeTakeFirst();
      if (spent === undefined) return false;
      await trx
        .updateTable('playfab_emulator.players')
        .set({ password_hash: passwordHash })
        .where('playfab_id', '=', spent.playfab_id)
        .execute();
      return true;
    }),
});
