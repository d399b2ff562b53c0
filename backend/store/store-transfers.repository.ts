import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import type { AppStore } from '../db/store-tables.ts';

/** A transfer by RevenueCat of all purchases from some names to others. */
export type StoreTransfer = {
  eventId: string;
  /** null means every store. */
  store: AppStore | null;
  from: string[];
  to: string[];
  reportedAt: Date;
};

export const storeTransfersRepository = (database: Database) => ({
  /** Lets no one else apply an event until the transaction ends; reads are not blocked. */
  lock: async (): Promise<void> => {
    await sql`lock table store_transfers in exclusive mode`.execute(database);
  },

  add: async ({ eventId, store, from, to, reportedAt }: StoreTransfer): Promise<void> => {
    await database
      .insertInto('store_transfers')
      .values({ event_id: eventId, store, from_ids: from, to_ids: to, told_at: reportedAt })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  },

  /** Returns the next transfer of these names' purchases in that store. */
  next: async (ids: string[], store: AppStore, after: Date): Promise<{ to: string[]; reportedAt: Date } | null> => {
    const row = await database
      .selectFrom('store_transfers')
      .select(['to_ids as to', 'told_at as reportedAt'])
      .where(sql<boolean>`from_ids && ${ids}::text[]`)
      .where((is) => is.or([is('store', 'is', null), is('store', '=', store)]))
      .where('told_at', '>', after)
      .orderBy('told_at')
      .limit(1)
      .executeTakeFirst();
    return row ?? null;
  },

  removeOf: async (ids: string[]): Promise<void> => {
    await database.deleteFrom('store_transfers').where(sql<boolean>`(from_ids || to_ids) && ${ids}::text[]`).execute();
  },
});
