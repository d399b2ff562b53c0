import type { Database } from '../db/database.ts';

export const clearedProgressRepository = (database: Database) => ({
  /** The progress itself goes with its era. Give it a transaction. */
  removeClearedBefore: async (time: Date): Promise<number> => {
    await database
      .deleteFrom('progress')
      .using('cleared_progress')
      .whereRef('cleared_progress.classroom_id', '=', 'progress.classroom_id')
      .whereRef('cleared_progress.era', '=', 'progress.era')
      .where('cleared_progress.cleared_at', '<', time)
      .execute();
    const result = await database.deleteFrom('cleared_progress').where('cleared_at', '<', time).executeTakeFirst();
    return Number(result.numDeletedRows);
  },
});
