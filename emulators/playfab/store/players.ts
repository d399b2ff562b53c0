import type { Kysely } from 'kysely';
import { PlayfabError } from '../errors.ts';
import type { PlayerRow, PlayfabTables } from '../schema.ts';
import { digest } from '../secrets.ts';

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
  const find = (column: 'playfab_id' | 'email', value: string) =>
    database.selectFrom('playfab_emulator.players').selectAll().where(column, '=', value).executeTakeFirst();

  const isBeingDeleted = async (idOrEmail: string, now: Date): Promise<boolean> => {
    const row = await database
      .selectFrom('playfab_emulator.deletions')
      .select('hash')
      .where('hash', '=', digest(idOrEmail))
      .where('ends_at', '>', now)
      .executeTakeFirst();
    return row !== undefined;
  };

  return {
    find,

    /** @throws PlayfabError AccountDeleted while the account is being deleted, AccountNotFound otherwise. */
    get: async (column: 'playfab_id' | 'email', value: string, now: Date): Promise<Player> => {
      const player = await find(column, value);
      if (player !== undefined) return player;
      throw new PlayfabError((await isBeingDeleted(value, now)) ? 'AccountDeleted' : 'AccountNotFound');
    },

    isBeingDeleted,

    /** Adds a player. Returns false if the address is taken, even by a concurrent registration. */
    add: async (player: Player): Promise<boolean> => {
      const added = await database
        .insertInto('playfab_emulator.players')
        .values(player)
        .onConflict((conflict) => conflict.doNothing())
        .returning('playfab_id')
        .executeTakeFirst();
      return added !== undefined;
    },

    /** Replaces the contact address. Its verification begins again. */
    setContact: async (playfabId: string, email: string): Promise<void> => {
      await database
        .updateTable('playfab_emulator.players')
        .set({ contact_email: email, contact_status: 'Unverified' })
        .where('playfab_id', '=', playfabId)
        .execute();
    },

    /** Deletes a player. Until `endsAt`, `isBeingDeleted` is true for the id and the address. */
    remove: async ({ playfab_id, email }: Player, endsAt: Date): Promise<void> => {
      const hashes = [playfab_id, ...(email === null ? [] : [email])].map(digest);
      await database.transaction().execute(async (trx) => {
        await trx.deleteFrom('playfab_emulator.players').where('playfab_id', '=', playfab_id).execute();
        await trx
          .insertInto('playfab_emulator.deletions')
          .values(hashes.map((hash) => ({ hash, ends_at: endsAt })))
          .onConflict((conflict) => conflict.column('hash').doUpdateSet({ ends_at: endsAt }))
          .execute();
      });
    },
  };
};
