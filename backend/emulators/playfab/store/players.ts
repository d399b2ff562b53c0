import type { Kysely } from 'kysely';
import type { PlayerRow, PlayfabTables } from '../schema.ts';

export type Player = PlayerRow;

/** Two calls for one player would each miss what the other is writing; his own row makes them take turns. */
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

    /** @returns false when the address or the name is taken, also by a concurrent registration. */
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

    /** @returns false when the player does not exist. */
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
