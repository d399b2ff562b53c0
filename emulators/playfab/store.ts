import { sql } from 'kysely';
import { createTables, type EmulatorDatabase } from '../database.ts';
import { PlayfabError } from './errors.ts';
import { digest, newPlayfabId } from './secrets.ts';

export type LinkKind = 'custom' | 'ios' | 'android';
export type CredentialKind = 'ticket' | 'entity';
/** How the player logged in; `Unknown` for the title itself. */
export type IdentityProvider = 'PlayFab' | 'Custom' | 'Unknown';

export const newPlayer = (email: string | null, passwordHash: string | null, contactEmail: string | null = null) => ({
  playfab_id: newPlayfabId(),
  /** PlayFab's second id of a player, which is valid in this title only. */
  title_player_id: newPlayfabId(),
  email,
  password_hash: passwordHash,
  /** The address of the profile, to which PlayFab sends mails. It is independent of `email`, the login. */
  contact_email: contactEmail,
});
export type Player = ReturnType<typeof newPlayer>;

/** The owner of a ticket or token, and how the player logged in. The player is null for the title itself. */
export type Principal = { player: Player | null; provider: IdentityProvider };

const ofPlayer = 'references playfab_emulator.players on delete cascade';

/**
 * The tables. The emulator creates them itself, so the portal's migrations do not depend on it.
 * - `deletions`: digests of the ids and addresses of accounts that are being deleted
 * - `credentials.playfab_id`: null for the title's own entity token
 * - `game_data.parts`: what the game stored about a player, by the names of `GetPlayerCombinedInfo`
 */
const statements = [
  `create schema if not exists playfab_emulator`,
  `create table if not exists playfab_emulator.players (playfab_id text primary key,
    title_player_id text not null unique, email text unique, password_hash text, contact_email text)`,
  `create table if not exists playfab_emulator.deletions (hash text primary key, ends_at timestamptz not null)`,
  `create table if not exists playfab_emulator.links (kind text not null, id_hash text not null,
    playfab_id text not null ${ofPlayer}, used_at timestamptz not null, primary key (kind, id_hash))`,
  `create table if not exists playfab_emulator.credentials (hash text primary key, kind text not null,
    playfab_id text ${ofPlayer}, identity_provider text not null, expires_at timestamptz not null)`,
  `create index if not exists credentials_of_player on playfab_emulator.credentials (playfab_id)`,
  `create index if not exists credentials_by_end on playfab_emulator.credentials (expires_at)`,
  `create table if not exists playfab_emulator.recoveries (hash text primary key, playfab_id text not null ${ofPlayer},
    expires_at timestamptz not null, used_at timestamptz)`,
  `create table if not exists playfab_emulator.game_data (playfab_id text primary key ${ofPlayer},
    parts jsonb not null)`,
  `create index if not exists recoveries_of_player on playfab_emulator.recoveries (playfab_id)`,
];

export const createPlayfabSchema = (database: EmulatorDatabase): Promise<void> => createTables(database, statements);

export const playersStore = (database: EmulatorDatabase) => {
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

    /** Adds players. @returns how many: none whose address is taken, even by a concurrent registration */
    add: async (players: readonly Player[]): Promise<number> => {
      const added = sql`insert into playfab_emulator.players
        select * from jsonb_populate_recordset(null::playfab_emulator.players, ${JSON.stringify(players)}::jsonb)
        on conflict do nothing returning 1`;
      return (await added.execute(database)).rows.length;
    },

    /** Replaces the contact address. */
    setContact: (playfabId: string, email: string): Promise<unknown> =>
      sql`update playfab_emulator.players set contact_email = ${email}
        where playfab_id = ${playfabId}`.execute(database),

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
const linksStore = (database: EmulatorDatabase) => ({
  holder: async (kind: LinkKind, id: string): Promise<string | undefined> => {
    const found = sql<{ playfab_id: string }>`select playfab_id from playfab_emulator.links
      where kind = ${kind} and id_hash = ${digest(id)}`;
    return (await found.execute(database)).rows[0]?.playfab_id;
  },

  /** Links an id to a player, who may have several of a kind. @returns false when another player has it. */
  link: async (kind: LinkKind, id: string, playfabId: string, now: Date): Promise<boolean> => {
    const linked = sql<{ playfab_id: string }>`insert into playfab_emulator.links (kind, id_hash, playfab_id, used_at)
      values (${kind}, ${digest(id)}, ${playfabId}, ${now})
      on conflict (kind, id_hash) do update set kind = excluded.kind returning playfab_id`;
    return (await linked.execute(database)).rows[0]?.playfab_id === playfabId;
  },

  /** Records that a person logged in by an id. */
  used: (kind: LinkKind, id: string, now: Date): Promise<unknown> =>
    sql`update playfab_emulator.links set used_at = ${now}
      where kind = ${kind} and id_hash = ${digest(id)}`.execute(database),

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

type Credential = {
  kind: CredentialKind;
  secret: string;
  /** The player, or null for the title itself. */
  playfabId: string | null;
  /** How the player logged in. A token that is exchanged for another keeps it. */
  provider: IdentityProvider;
  expiresAt: Date;
};

/** Stores session tickets and entity tokens as digests with an expiry time. */
export const credentialsStore = (database: EmulatorDatabase) => ({
  forgetExpired: (now: Date): Promise<unknown> =>
    sql`delete from playfab_emulator.credentials where expires_at <= ${now}`.execute(database),

  add: ({ kind, secret, playfabId, provider, expiresAt }: Credential): Promise<unknown> =>
    sql`insert into playfab_emulator.credentials (hash, kind, playfab_id, identity_provider, expires_at)
      values (${digest(secret)}, ${kind}, ${playfabId}, ${provider}, ${expiresAt})`.execute(database),

  /** Returns undefined for a ticket or token that is unknown or expired. */
  find: async (kind: CredentialKind, secret: string, now: Date) => {
    const found = sql<Pick<Credential, 'playfabId' | 'provider'>>`
      select playfab_id as "playfabId", identity_provider as provider from playfab_emulator.credentials
      where hash = ${digest(secret)} and kind = ${kind} and expires_at > ${now}`;
    return (await found.execute(database)).rows[0];
  },
});

export const recoveriesStore = (database: EmulatorDatabase) => ({
  /** Stores a new token and deletes the earlier ones, so that only the newest link works. */
  replace: (playfabId: string, token: string, expiresAt: Date): Promise<void> =>
    database.transaction().execute(async (trx) => {
      // Concurrent calls for one player run one after the other.
      await sql`select 1 from playfab_emulator.players where playfab_id = ${playfabId} for update`.execute(trx);
      await sql`delete from playfab_emulator.recoveries where playfab_id = ${playfabId}`.execute(trx);
      await sql`insert into playfab_emulator.recoveries (hash, playfab_id, expires_at)
        values (${digest(token)}, ${playfabId}, ${expiresAt})`.execute(trx);
    }),

  /** Returns the player of a token. @throws PlayfabError when it is unknown, expired or used. */
  player: async (token: string, now: Date): Promise<string> => {
    const found = sql<{ playfab_id: string; expires_at: Date; used_at: Date | null }>`
      select * from playfab_emulator.recoveries where hash = ${digest(token)}`;
    const [recovery] = (await found.execute(database)).rows;
    if (recovery === undefined) throw new PlayfabError('AuthTokenDoesNotExist');
    if (recovery.used_at !== null) throw new PlayfabError('AuthTokenAlreadyUsedToResetPassword');
    if (recovery.expires_at <= now) throw new PlayfabError('AuthTokenExpired');
    return recovery.playfab_id;
  },

  /**
   * Consumes the token and sets the password, in one statement. Tickets and tokens stay valid, because PlayFab
   * documents no call or event that revokes them.
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

export const createAccountStores = (database: EmulatorDatabase) => ({
  players: playersStore(database),
  links: linksStore(database),
  credentials: credentialsStore(database),
  recoveries: recoveriesStore(database),
});
