import type { Language } from '../../src/contracts/language.ts';
import type { Database } from '../db/database.ts';

export type CheckoutRow = {
  attempt: string;
  language: Language;
  coupon: string | null;
  startedAt: Date;
  sessionId: string | null;
};

export const checkoutsRepository = (database: Database) => ({
  ofUser: async (userId: string): Promise<CheckoutRow | null> => {
    const row = await database
      .selectFrom('checkouts')
      .select(['attempt', 'language', 'coupon', 'started_at as startedAt', 'session_id as sessionId'])
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return row ?? null;
  },

  /** Stores an attempt and replaces the user's earlier one. */
  start: async (userId: string, { startedAt, ...started }: Omit<CheckoutRow, 'sessionId'>): Promise<void> => {
    const row = { ...started, started_at: startedAt, session_id: null };
    await database
      .insertInto('checkouts')
      .values({ user_id: userId, ...row })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
      .execute();
  },

  /** @returns false when another attempt has replaced this one since. */
  opened: async (userId: string, attempt: string, sessionId: string): Promise<boolean> => {
    const result = await database
      .updateTable('checkouts')
      .set({ session_id: sessionId })
      .where('user_id', '=', userId)
      .where('attempt', '=', attempt)
      .executeTakeFirst();
    return result.numUpdatedRows > 0n;
  },

  /** Removes the checkout unless it was replaced since. */
  remove: async (userId: string, seen: Pick<CheckoutRow, 'attempt' | 'sessionId'>): Promise<void> => {
    await database
      .deleteFrom('checkouts')
      .where('user_id', '=', userId)
      .where('attempt', '=', seen.attempt)
      .where('session_id', 'is not distinct from', seen.sessionId)
      .execute();
  },

  /** Returns users whose checkout was opened before this moment and has no recorded result. */
  usersOpenedBefore: async (moment: Date): Promise<string[]> => {
    const rows = await database
      .selectFrom('checkouts')
      .select('user_id')
      .where('session_id', 'is not', null)
      .where('started_at', '<', moment)
      .execute();
    return rows.map((row) => row.user_id);
  },
});
