import type { Database } from '../db/database.ts';

export const teachersRepository = (database: Database) => ({
  /** Nobody played, and nothing of the class was changed. With a teacher goes the classroom and all in it. */
  removeIdleSince: async (time: Date): Promise<number> => {
    const result = await database
      .deleteFrom('teachers')
      .where('id', 'in', (idle) =>
        idle
          .selectFrom('classrooms')
          .select('teacher_id')
          .where('changed_at', '<', time)
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('progress')
                  .select('progress.era')
                  .whereRef('progress.classroom_id', '=', 'classrooms.id')
                  .where('progress.changed_at', '>=', time),
              ),
            ),
          ),
      )
      .executeTakeFirst();
    return Number(result.numDeletedRows);
  },
});
