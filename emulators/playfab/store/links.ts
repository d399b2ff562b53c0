import type { Kysely } from 'kysely';
import type { LinkKind, PlayfabTables } from '../schema.ts';
import { digest } from '../secrets.ts';
import { lockPlayer } from './players.ts';

/** Stores linked ids as digests, because a custom id alone opens an account. */
export const linksStore = (database: Kysely<PlayfabTables>) => {
  const holder = async (kind: LinkKind, id: string): Promise<string | undefined> => {
    const link = await database
      .selectFrom('playfab_emulator.links')
      .select('playfab_id')
      .where('kind', '=', kind)
      .where('id_hash', '=', digest(id))
      .executeTakeFirst();
    return link?.playfab_id;
  };

  return {
    holder,

    /**
     * Links an id to a player, who may have several of a kind. @returns false when another player has the id.
     */
    link: async (kind: LinkKind, id: string, playfabId: string, now: Date): Promise<boolean> => {
      const values = { kind, id_hash: digest(id), playfab_id: playfabId, used_at: now };
      return database.transaction().execute(async (trx) => {
        await lockPlayer(trx, playfabId);
        const row = await trx
          .insertInto('playfab_emulator.links')
          .values(values)
          .onConflict((conflict) => conflict.columns(['kind', 'id_hash']).doUpdateSet({ kind }))
          .returning('playfab_id')
          .executeTakeFirstOrThrow();
        return row.playfab_id === playfabId;
      });
    },

    /** Records that a person logged in by an id. */
    used: async (kind: LinkKind, id: string, now: Date): Promise<void> => {
      await database
        .updateTable('playfab_emulator.links')
        .set({ used_at: now })
        .where('kind', '=', kind)
        .where('id_hash', '=', digest(id))
        .execute();
    },

    /**
     * Unlinks an id. Without an id, unlinks the one of this kind by which the player logged in last; an id that was never
     * used counts from its link. @returns false when there is none.
     */
    unlink: async (kind: LinkKind, id: string | null | undefined, playfabId: string): Promise<boolean> => {
      const own = database
        .selectFrom('playfab_emulator.links')
        .select('id_hash')
        .where('kind', '=', kind)
        .where('playfab_id', '=', playfabId);
      const one = id ? own.where('id_hash', '=', digest(id)) : own.orderBy('used_at', 'desc').limit(1);
      const removed = await database
        .deleteFrom('playfab_emulator.links')
        .where('kind', '=', kind)
        .where('id_hash', 'in', one)
        .executeTakeFirst();
      return removed.numDeletedRows > 0n;
    },
  };
};
