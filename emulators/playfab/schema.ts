import type { ColumnType, Kysely } from 'kysely';
import { createTables } from '../create-tables.ts';

export type LinkKind = 'custom' | 'ios' | 'android';
export type CredentialKind = 'ticket' | 'entity';
/** How the player logged in; `Unknown` for the title itself. */
export type IdentityProvider = 'PlayFab' | 'Custom' | 'Unknown';

export type PlayerRow = {
  playfab_id: string;
  /** PlayFab's second id of a player, which is valid in this title only. */
  title_player_id: string;
  email: string | null;
  password_hash: string | null;
  /** The address of the profile, to which PlayFab sends mails. It is independent of `email`, the login. */
  contact_email: string | null;
};

export type PlayfabTables = {
  'playfab_emulator.players': PlayerRow;
  /** Digests of the ids and addresses of accounts that are being deleted. */
  'playfab_emulator.deletions': { hash: string; ends_at: Date };
  'playfab_emulator.links': { kind: LinkKind; id_hash: string; playfab_id: string; used_at: Date };
  'playfab_emulator.credentials': {
    hash: string;
    kind: CredentialKind;
    /** The player, or null for the title's own entity token. */
    playfab_id: string | null;
    identity_provider: ColumnType<IdentityProvider, IdentityProvider, never>;
    expires_at: ColumnType<Date, Date, never>;
  };
  /** What the game stored about a player: the parts of `GetPlayerCombinedInfo`, by their names. */
  'playfab_emulator.game_data': { playfab_id: string; parts: ColumnType<Record<string, unknown>, string, string> };
  'playfab_emulator.recoveries': { hash: string; playfab_id: string; expires_at: Date; used_at: Date | null };
};

/** The tables. The emulator creates them itself, so the portal's migrations do not depend on it. */
const statements = [
  `create schema if not exists playfab_emulator`,
  `create table if not exists playfab_emulator.players (
    playfab_id text primary key,
    title_player_id text not null unique,
    email text unique,
    password_hash text,
    contact_email text
  )`,
  `create table if not exists playfab_emulator.deletions (
    hash text primary key,
    ends_at timestamptz not null
  )`,
  `create table if not exists playfab_emulator.links (
    kind text not null,
    id_hash text not null,
    playfab_id text not null references playfab_emulator.players on delete cascade,
    used_at timestamptz not null,
    primary key (kind, id_hash)
  )`,
  `create table if not exists playfab_emulator.credentials (
    hash text primary key,
    kind text not null,
    playfab_id text references playfab_emulator.players on delete cascade,
    identity_provider text not null,
    expires_at timestamptz not null
  )`,
  `create index if not exists credentials_of_player on playfab_emulator.credentials (playfab_id)`,
  `create index if not exists credentials_by_end on playfab_emulator.credentials (expires_at)`,
  `create table if not exists playfab_emulator.recoveries (
    hash text primary key,
    playfab_id text not null references playfab_emulator.players on delete cascade,
    expires_at timestamptz not null,
    used_at timestamptz
  )`,
  `create table if not exists playfab_emulator.game_data (
    playfab_id text primary key references playfab_emulator.players on delete cascade,
    parts jsonb not null
  )`,
  `create index if not exists recoveries_of_player on playfab_emulator.recoveries (playfab_id)`,
];

export const createPlayfabSchema = (database: Kysely<PlayfabTables>): Promise<void> =>
  createTables(database, statements);
