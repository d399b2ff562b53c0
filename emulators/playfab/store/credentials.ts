import type { Kysely } from 'kysely';
import type { CredentialKind, IdentityProvider, PlayfabTables } from '../schema.ts';
import { digest } from '../secrets.ts';
import { lockPlayer } from './players.ts';

/** Stores session tickets and entity tokens as digests with an expiry time. */
export type Credential = {
  kind: CredentialKind;
  secret: string;
  /** The player, or null for the title itself. */
  playfabId: string | null;
  /** How the player logged in. A token that is exchanged for another keeps it. */
  provider: IdentityProvider;
  expiresAt: Date;
};

export const credentialsStore = (database: Kysely<PlayfabTables>) => ({
  add: async ({ kind, secret, playfabId, provider, expiresAt }: Credential, now: Date) => {
    await database.deleteFrom('playfab_emulator.credentials').where('expires_at', '<=', now).execute();
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
