import type { Database } from '../db/database.ts';

export const classroomLinksRepository = (database: Database) => ({
  removeExpiredBefore: async (time: Date): Promise<number> => {
    const result = await database.deleteFrom('classroom_links').where('expires_at', '<', time).executeTakeFirst();
    return Number(result.numDeletedRows);
  },
});
