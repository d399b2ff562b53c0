import { type Kysely, sql } from 'kysely';
import { PlayfabError } from './errors.ts';
import type { CredentialKind, IdentityProvider, LinkKind, PlayerRow, PlayfabTables } from './schema.ts';
import { digest } from './secrets.ts';

export type Player = PlayerRow;
type Database = Kysely<PlayfabTables>;

/** Locks a player's row, so that concurrent calls for one player run one after the other. */
const lockPlayer = async (trx: Database, playfabId: string): Promise<void> => {
  await sql`select 1 from playfab_emulator.players where playfab_id = ${playfabId} for update`.execute(trx);
};

export const playersStore = (database: Database) => {
  const find = async (column: 'playfab_id' | 'email', value: string): Promise<Player | undefined> =>
    (await sql<Player>`select * from playfab_emulator.players where ${sql.ref(column)} = ${value}`.execute(database))
      .rows[0];

  const isBeingDeleted = async (idOrEmail: string, now: Date): Promise<boolean> => {
    const found = sql`select 1 from playfab_emulator.deletions where hash = ${digest(idOrEmail)} and ends_at > ${now}`;
    return (await found.execute(database)).rows.length > 0;
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
      const stored = sql<{ parts: Record<string, unknown> }>`select parts from playfab_emulator.game_data
        where playfab_id = ${playfabId}`;
      return (await stored.execute(database)).rows[0]?.parts ?? {};
    },

    /** Adds a player. Returns false if the address is taken, even by a concurrent registration. */
    add: async (player: Player): Promise<boolean> => {
      const rows = database.insertInto('playfab_emulator.players').values(player);
      const added = await rows.onConflict((conflict) => conflict.doNothing()).executeTakeFirst();
      return added.numInsertedOrUpdatedRows === 1n;
    },

    /** Replaces the contact address. */
    setContact: async (playfabId: string, email: string): Promise<void> => {
      await sql`update playfab_emulator.players set contact_email = ${email} where playfab_id = ${playfabId}`.execute(
        database,
      );
    },

    /** Deletes a player. Until `endsAt`, `isBeingDeleted` is true for the id and the address. */
    remove: async ({ playfab_id, email }: Player, endsAt: Date): Promise<void> => {
      const hashes = [playfab_id, ...(email === null ? [] : [email])].map(digest);
      await database.transaction().execute(async (trx) => {
        await sql`delete from playfab_emulator.players where playfab_id = ${playfab_id}`.execute(trx);
        await sql`insert into playfab_emulator.deletions select unnest(${hashes}::text[]), ${endsAt}::timestamptz
          on conflict (hash) do update set ends_at = excluded.ends_at`.execute(trx);
      });
    },
  };
};

/** Stores linked ids as digests, because a custom id alone opens an account. */
export const linksStore = (database: Database) => ({
  holder: async (kind: LinkKind, id: string): Promise<string | undefined> => {
    const found = sql<{ playfab_id: string }>`select playfab_id from playfab_emulator.links
      where kind = ${kind} and id_hash = ${digest(id)}`;
    return (await found.execute(database)).rows[0]?.playfab_id;
  },

  /** Links an id to a player, who may have several of a kind. @returns false when another player has it. */
  link: async (kind: LinkKind, id: string, playfabId: string, now: Date): Promise<boolean> =>
    database.transaction().execute(async (trx) => {
      await lockPlayer(trx, playfabId);
      const linked = sql<{ playfab_id: string }>`insert into playfab_emulator.links (kind, id_hash, playfab_id, used_at)
        values (${kind}, ${digest(id)}, ${playfabId}, ${now})
        on conflict (kind, id_hash) do update set kind = excluded.kind returning playfab_id`;
      return (await linked.execute(trx)).rows[0]?.playfab_id === playfabId;
    }),

  /** Records that a person logged in by an id. */
  used: async (kind: LinkKind, id: string, now: Date): Promise<void> => {
    await sql`update playfab_emulator.links set used_at = ${now} where kind = ${kind} and id_hash = ${digest(id)}`.execute(
      database,
    );
  },

  /**
   * Unlinks an id. Without an id, unlinks the one of this kind by which the player logged in last; an id that was never
   * used counts from its link. @returns false when there is none.
   */
  unlink: async (kind: LinkKind, id: string | null | undefined, playfabId: string): Promise<boolean> => {
    const which = id ? sql`and id_hash = ${digest(id)}` : sql`order by used_at desc limit 1`;
    const removed = await sql`delete from playfab_emulator.links where kind = ${kind} and id_hash in (
      select id_hash from playfab_emulator.links where kind = ${kind} and playfab_id = ${playfabId} ${which}
    ) returning 1`.execute(database);
    return removed.rows.length > 0;
  },
});

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

export const credentialsStore = (database: Database) => ({
  forgetExpired: async (now: Date): Promise<void> => {
    await sql`delete from playfab_emulator.credentials where expires_at <= ${now}`.execute(database);
  },

  add: async ({ kind, secret, playfabId, provider, expiresAt }: Credential): Promise<void> => {
    await sql`insert into playfab_emulator.credentials (hash, kind, playfab_id, identity_provider, expires_at)
      values (${digest(secret)}, ${kind}, ${playfabId}, ${provider}, ${expiresAt})`.execute(database);
  },

  /** Returns undefined for a ticket or token that is unknown or expired. */
  find: async (kind: CredentialKind, secret: string, now: Date) => {
    const found = sql<Pick<Credential, 'playfabId' | 'provider'>>`
      select playfab_id as "playfabId", identity_provider as provider from playfab_emulator.credentials
      where hash = ${digest(secret)} and kind = ${kind} and expires_at > ${now}`;
    return (await found.execute(database)).rows[0];
  },
});

type RecoveryState = { state: 'valid' | 'used' | 'expired'; playfabId: string } | { state: 'unknown' };

export const recoveriesStore = (database: Database) => ({
  /** Stores a new token and deletes the earlier ones, so that only the newest link works. */
  replace: async (playfabId: string, token: string, expiresAt: Date): Promise<void> => {
    await database.transaction().execute(async (trx) => {
      await lockPlayer(trx, playfabId);
      await sql`delete from playfab_emulator.recoveries where playfab_id = ${playfabId}`.execute(trx);
      await sql`insert into playfab_emulator.recoveries (hash, playfab_id, expires_at)
        values (${digest(token)}, ${playfabId}, ${expiresAt})`.execute(trx);
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
   * Consumes the token and sets the password, in one statement. Tickets and tokens stay valid, because PlayFab documents
   * no call or event that revokes them.
   * @returns false when a concurrent call has consumed the token.
   */
  spend: async (token: string, passwordHash: string, now: Date): Promise<boolean> => {
    const changed = await sql`with spent as (
      update playfab_emulator.recoveries set used_at = ${now}
      where hash = ${digest(token)} and used_at is null and expires_at > ${now} returning playfab_id
    ) update playfab_emulator.players set password_hash = ${passwordHash}
      where playfab_id in (select playfab_id from spent) returning 1`.execute(database);
    return changed.rows.length > 0;
  },
});
