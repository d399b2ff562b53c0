import { sql } from 'kysely';
import type { Database } from '../db/database.ts';

export type SessionRow = {
  tokenHash: string;
  userId: string;
  chainStartedAt: Date;
  activatedAt: Date | null;
  expiresAt: Date;
  /** Whether the token was sent in a store link. */
  readOnly: boolean;
  /** Whether another token has replaced this one. */
  renewed: boolean;
  /** The digest of the chain's first token: a sign-in begins a chain, and every renewal continues it. */
  chain: string;
  /** The key of the partner whose page the person signed in on. */
  partner: string | null;
};

const columns = [
  'token_hash as tokenHash',
  'user_id as userId',
  'chain_started_at as chainStartedAt',
  'activated_at as activatedAt',
  'expires_at as expiresAt',
  'read_only as readOnly',
  'renewed',
  'partner',
  'chain',
] as const;

/**
 * Before every clock's time. A revoked token is dead on each server at once, also if their clocks differ or one of them
 * jumps.
 */
const revoked = new Date(0);

export const sessionsRepository = (database: Database) => ({
  /** Binds a token. The first binding wins; a second one changes nothing. */
  bind: async (tokenHash: string, userId: string, now: Date, expiresAt: Date): Promise<void> => {
    await database
      .insertInto('sessions')
      .values({
        token_hash: tokenHash,
        user_id: userId,
        chain: tokenHash,
        chain_started_at: now,
        expires_at: expiresAt,
      })
      .onConflict((conflict) => conflict.column('token_hash').doNothing())
      .execute();
  },

  find: async (tokenHash: string): Promise<SessionRow | null> =>
    (await database.selectFrom('sessions').select(columns).where('token_hash', '=', tokenHash).executeTakeFirst()) ??
    null,

  activate: async (
    tokenHash: string,
    session: Pick<SessionRow, 'chain' | 'chainStartedAt' | 'expiresAt' | 'partner'> & { activatedAt: Date },
  ): Promise<void> => {
    await database
      .updateTable('sessions')
      .set({
        activated_at: session.activatedAt,
        chain: session.chain,
        chain_started_at: session.chainStartedAt,
        expires_at: session.expiresAt,
        partner: session.partner,
      })
      .where('token_hash', '=', tokenHash)
      .execute();
  },

  /** Marks a token as renewed and lets it expire at `end`, or earlier. */
  retire: async (tokenHash: string, { end, readOnly }: { end: Date; readOnly: boolean }): Promise<void> => {
    await database
      .updateTable('sessions')
      .set({ renewed: true, read_only: readOnly, expires_at: sql`least(expires_at, ${end}::timestamptz)` })
      .where('token_hash', '=', tokenHash)
      .execute();
  },

  revoke: async (tokenHash: string): Promise<void> => {
    await database.updateTable('sessions').set({ expires_at: revoked }).where('token_hash', '=', tokenHash).execute();
  },

  revokeChain: async ({ userId, chain }: SessionRow): Promise<void> => {
    await database
      .updateTable('sessions')
      .set({ expires_at: revoked })
      .where('user_id', '=', userId)
      .where('chain', '=', chain)
      .execute();
  },

  revokeAllOf: async (userId: string): Promise<void> => {
    await database.updateTable('sessions').set({ expires_at: revoked }).where('user_id', '=', userId).execute();
  },

  /**
   * Keeps the `most` live tokens with the longest remaining lifetime: a retired one is revoked first, then the oldest.
   */
  revokeBeyond: async (userId: string, most: number, now: Date): Promise<void> => {
    await database
      .updateTable('sessions')
      .set({ expires_at: revoked })
      .where('token_hash', 'in', (rows) =>
        rows
          .selectFrom('sessions')
          .select('token_hash')
          .where('user_id', '=', userId)
          .where('activated_at', 'is not', null)
          .where('expires_at', '>', now)
          .orderBy('expires_at', 'desc')
          .orderBy('activated_at', 'desc')
          .offset(most),
      )
      .execute();
  },
});
