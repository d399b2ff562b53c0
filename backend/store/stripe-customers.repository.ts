import { sql } from 'kysely';
import type { Database } from '../db/database.ts';

export const stripeCustomersRepository = (database: Database) => ({
  /** Returns a number for a new read, larger than every earlier one. */
  nextRead: async (): Promise<number> => {
    const { rows } = await sql<{ read: number }>`select nextval('stripe_reads') as read`.execute(database);
    const read = rows[0]?.read;
    if (read === undefined) throw new Error('the sequence stripe_reads gave nothing');
    return read;
  },

  ownerOf: async (id: string): Promise<string | null> => {
    const row = await database.selectFrom('stripe_customers').select('user_id').where('id', '=', id).executeTakeFirst();
    return row?.user_id ?? null;
  },

  ofUser: async (userId: string): Promise<string[]> => {
    const rows = await database
      .selectFrom('stripe_customers')
      .select('id')
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute();
    return rows.map(({ id }) => id);
  },

  /** Records a read as the current one. @returns false, without a change, when a newer one was recorded already. */
  applyRead: async (id: string, userId: string, read: number): Promise<boolean> => {
    const row = await database
      .insertInto('stripe_customers')
      .values({ id, user_id: userId, applied_read: read })
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet({ applied_read: read }).where('stripe_customers.applied_read', '<', read),
      )
      .returning('id')
      .executeTakeFirst();
    return row !== undefined;
  },
});
