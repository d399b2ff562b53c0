import { compileOnce } from '../db/compile-once.ts';
import type { Database } from '../db/database.ts';

export type SessionRow = {
  tokenHash: string;
  userId: string;
  chainStartedAt: Date;
  activatedAt: Date | null;
  expiresAt: Date;
  /** Whether the token was sent in a store link. */
  readOnly: boolean;
};

const columns = [
  'token_hash as tokenHash',
  'user_id as userId',
  'chain_started_at as chainStartedAt',
  'activated_at as activatedAt',
  'expires_at as expiresAt',
  'read_only as readOnly',
] as const;

const find = compileOnce((database, tokenHash: string) =>
  database.selectFrom('sessions').select(columns).where('token_hash', '=', tokenHash),
);

export const sessionsRepository = (database: Database) => ({
  /** Binds a token. The first binding wins; a second one changes nothing. */
  bind: async (tokenHash: string, userId: string, now: Date, expiresAt: Date): Promise<void> => {
    await database
      .insertInto('sessions')
      .values({ token_hash: tokenHash, user_id: userId, chain_started_at: now, expires_at: expiresAt })
      .onConflict((conflict) => conflict.column('token_hash').doNothing())
      .execute();
  },

  find: async (tokenHash: string): Promise<SessionRow | null> => (await find(database, tokenHash))[0] ?? null,

  activate: async (tokenHash: string, now: Date, chainStartedAt: Date, expiresAt: Date): Promise<void> => {
    await database
      .updateTable('sessions')
      .set({ activated_at: now, chain_started_at: chainStartedAt, expires_at: expiresAt })
      .where('token_hash', '=', tokenHash)
      .execute();
  },

  /** Shortens the lifetime of a session, and never extends it. */
  expireBy: async (tokenHash: string, end: Date): Promise<void> => {
    await database
      .updateTable('sessions')
      .set({ expires_at: end })
      .where('token_hash', '=', tokenHash)
      .where('expires_at', '>', end)
      .execute();
  },

  makeReadOnly: async (tokenHash: string): Promise<void> => {
    await database.updateTable('sessions').set({ read_only: true }).where('token_hash', '=', tokenHash).execute();
  },

  expireAllOf: async (userId: string, now: Date): Promise<void> => {
    await database
      .updateTable('sessions')
      .set({ expires_at: now })
      .where('user_id', '=', userId)
      .where('expires_at', '>', now)
      .execute();
  },

  /**
   * Keeps the `most` live tokens with the longest remaining lifetime: a retired one is revoked first, then the oldest.
   */
  expireBeyond: async (userId: string, most: number, now: Date): Promise<void> => {
    await database
      .updateTable('sessions')
      .set({ expires_at: now })
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

  removeExpiredBefore: async (time: Date): Promise<number> => {
    const result = await database.deleteFrom('sessions').where('expires_at', '<', time).executeTakeFirst();
    return Number(result.numDeletedRows);
  },
});
