import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import type { AppStore } from '../db/store-tables.ts';

/** RevenueCat gave what some names had bought to others. */
export type StoreTransfer = {
  eventId: string;
  /** null: in whatever store it was bought. */
  store: AppStore | null;
  from: string[];
  to: string[];
  toldAt: Date;
};

export const storeTransfersRepository = (database: Database) => ({
  /** Until the transaction ends nobody else applies an event; reading goes on. */
  lock: async (): Promise<void> => {
    await sql`lock table store_transfers in exclusive mode`.execute(database);
  },

  add: async ({ eventId, store, from, to, toldAt }: StoreTransfer): Promise<void> => {
    await database
      .insertInto('store_transfers')
      .values({ event_id: eventId, store, from_ids: from, to_ids: to, told_at: toldAt })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  },

  /** The next transfer of what these names have in that store. */
  next: async (ids: string[], store: AppStore, after: Date): Promise<{ to: string[]; toldAt: Date } | null> => {
    const row = await database
      .selectFrom('store_transfers')
      .select(['to_ids as to', 'told_at as toldAt'])
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

  removeToldBefore: async (time: Date): Promise<number> => {
    const result = await database.deleteFrom('store_transfers').where('told_at', '<', time).executeTakeFirst();
    return Number(result.numDeletedRows);
  },
});
