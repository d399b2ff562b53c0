import type { Kysely } from 'kysely';
import type { PlayerRow, PlayfabTables } from '../schema.ts';

export type Player = PlayerRow;

/** Locks a player's row, so that concurrent calls for one player run one after the other. */
export const lockPlayer = async (trx: Kysely<PlayfabTables>, playfabId: string): Promise<void> => {
  await trx
    .selectFrom('playfab_emulator.players')
    .select('playfab_id')
    .where('playfab_id', '=', playfabId)
    .forUpdate()
    .execute();
};

export const playersStore = (database: Kysely<PlayfabTables>) => {
  const find = (column: 'playfab_id' | 'title_player_id' | 'email' | 'username', value: string) =>
    database.selectFrom('playfab_emulator.players').selectAll().where(column, '=', value).executeTakeFirst();

  return {
    find,

    /** Adds a player. Returns false if the address or the name is taken, even by a concurrent registration. */
    add: async (player: Player): Promise<boolean> => {
      const added = await database
        .insertInto('playfab_emulator.players')
        .values(player)
        .onConflict((conflict) => conflict.doNothing())
        .returning('playfab_id')
        .executeTakeFirst();
      return added !== undefined;
    },

    loggedIn: async (playfabId: string, now: Date): Promise<void> => {
      await database
        .updateTable('playfab_emulator.players')
        .set({ last_login_at: now })
        .where('playfab_id', '=', playfabId)
        .execute();
    },

    /** Deletes a player. Returns false if the player does not exist. */
    remove: async (playfabId: string): Promise<boolean> => {
      const removed = await database
        .deleteFrom('playfab_emulator.players')
        .where('playfab_id', '=', playfabId)
        .returning('playfab_id')
        .executeTakeFirst();
      return removed !== undefined;
    },
  };
};
