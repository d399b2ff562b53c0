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
     * Links an id to a player, and removes the player's earlier id of this kind. `force` takes it from another player.
     * @returns false when another player has the id.
     */
    link: async (kind: LinkKind, id: string, playfabId: string, force: boolean): Promise<boolean> => {
      const values = { kind, id_hash: digest(id), playfab_id: playfabId };
      return database.transaction().execute(async (trx) => {
        await lockPlayer(trx, playfabId);
        const links = trx.deleteFrom('playfab_emulator.links').where('kind', '=', kind);
        if (force) await links.where('id_hash', '=', values.id_hash).execute();
        await links.where('playfab_id', '=', playfabId).where('id_hash', '!=', values.id_hash).execute();
        const row = await trx
          .insertInto('playfab_emulator.links')
          .values(values)
          .onConflict((conflict) => conflict.columns(['kind', 'id_hash']).doUpdateSet({ kind }))
          .returning('playfab_id')
          .executeTakeFirstOrThrow();
        return row.playfab_id === playfabId;
      });
    },

    /** Unlinks an id, or the player's only id of this kind. @returns false when there is none. */
    unlink: async (kind: LinkKind, id: string | null | undefined, playfabId: string): Promise<boolean> => {
      const links = database
        .deleteFrom('playfab_emulator.links')
        .where('kind', '=', kind)
        .where('playfab_id', '=', playfabId);
      const removed = await (id ? links.where('id_hash', '=', digest(id)) : links).executeTakeFirst();
      return removed.numDeletedRows > 0n;
    },
  };
};
