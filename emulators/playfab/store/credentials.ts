import type { Kysely } from 'kysely';
import type { CredentialKind, PlayfabTables } from '../schema.ts';
import { digest } from '../secrets.ts';

/** Stores session tickets and entity tokens as digests with an expiry time. */
export const credentialsStore = (database: Kysely<PlayfabTables>) => ({
  add: async (kind: CredentialKind, secret: string, playfabId: string | null, expiresAt: Date, now: Date) => {
    await database.deleteFrom('playfab_emulator.credentials').where('expires_at', '<=', now).execute();
    await database
      .insertInto('playfab_emulator.credentials')
      .values({ hash: digest(secret), kind, playfab_id: playfabId, expires_at: expiresAt })
      .execute();
  },

  /** Returns the owner of a token: a player, null for the title itself, or undefined if it is unknown or expired. */
  owner: async (kind: CredentialKind, secret: string, now: Date): Promise<string | null | undefined> => {
    const row = await database
      .selectFrom('playfab_emulator.credentials')
      .select('playfab_id')
      .where('hash', '=', digest(secret))
      .where('kind', '=', kind)
      .where('expires_at', '>', now)
      .executeTakeFirst();
    return row?.playfab_id;
  },
});
