import type { Kysely } from 'kysely';
import type { CredentialKind, IdentityProvider, PlayfabTables } from '../schema.ts';
import { digest } from '../secrets.ts';

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
