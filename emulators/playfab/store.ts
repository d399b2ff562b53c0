import type { Kysely } from 'kysely';
import { PlayfabError } from './errors.ts';
import type { CredentialKind, IdentityProvider, LinkKind, PlayerRow, PlayfabTables } from './schema.ts';
import { digest } from './secrets.ts';

export type Player = PlayerRow;

/** Locks a player's row, so that concurrent calls for one player run one after the other. */
const lockPlayer = async (trx: Kysely<PlayfabTables>, playfabId: string): Promise<void> => {
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

    gameData: async (playfabId: string): Promise<Record<string, unknown>> => {
      const stored = database.selectFrom('playfab_emulator.game_data').where('playfab_id', '=', playfabId);
      return (await stored.select('parts').executeTakeFirst())?.parts ?? {};
    },

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

    /** Replaces the contact address. */
    setContact: async (playfabId: string, email: string): Promise<void> => {
      await database
        .updateTable('playfab_emulator.players')
        .set({ contact_email: email })
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

    /** Links an id to a player, who may have several of a kind. @returns false when another player has it. */
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
     * Unlinks an id. Without an id, unlinks the one of this kind by which the player logged in last; an id that was
     * never used counts from its link. @returns false when there is none.
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

/** Stores session tickets and entity tokens as digests with an expiry time. */
type Credential = {
  kind: CredentialKind;
  secret: string;
  /** The player, or null for the title itself. */
  playfabId: string | null;
  /** How the player logged in. A token that is exchanged for another keeps it. */
  provider: IdentityProvider;
  expiresAt: Date;
};

export const credentialsStore = (database: Kysely<PlayfabTables>) => ({
  forgetExpired: async (now: Date): Promise<void> => {
    await database.deleteFrom('playfab_emulator.credentials').where('expires_at', '<=', now).execute();
  },

  add: async ({ kind, secret, playfabId, provider, expiresAt }: Credential): Promise<void> => {
    await database
      .insertInto('playfab_emulator.credentials')
      .values({
        hash: digest(secret),
        kind,
        playfab_id: playfabId,
        identity_provider: provider,
        expires_at: expiresAt,
      })
      .execute();
  },

  /** Returns undefined for a ticket or token that is unknown or expired. */
  find: async (
    kind: CredentialKind,
    secret: string,
    now: Date,
  ): Promise<Pick<Credential, 'playfabId' | 'provider'> | undefined> =>
    database
      .selectFrom('playfab_emulator.credentials')
      .select(['playfab_id as playfabId', 'identity_provider as provider'])
      .where('hash', '=', digest(secret))
      .where('kind', '=', kind)
      .where('expires_at', '>', now)
      .executeTakeFirst(),
});

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
