import type { Database } from '../db/database.ts';

export const studentsRepository = (database: Database) => ({
  /** Returns every student who ever had a code, and whether they played in this era. */
  places: (classroomId: string, era: number): Promise<{ code: string; active: boolean; hasProgress: boolean }[]> =>
    database
      .selectFrom('students')
      .select(['code', 'active'])
      .select(({ exists, selectFrom }) =>
        exists(
          selectFrom('progress')
            .select('progress.era')
            .whereRef('progress.classroom_id', '=', 'students.classroom_id')
            .whereRef('progress.student_code', '=', 'students.code')
            .where('progress.era', '=', era),
        ).as('hasProgress'),
      )
      .where('classroom_id', '=', classroomId)
      .orderBy('code')
      .$narrowType<{ hasProgress: boolean }>()
      .execute(),

  /** Makes exactly these students active. No one is deleted, because a student who leaves may return. */
  setActive: async (classroomId: string, codes: readonly string[]): Promise<void> => {
    await database
      .insertInto('students')
      .values(codes.map((code) => ({ classroom_id: classroomId, code, active: true })))
      .onConflict((conflict) => conflict.columns(['classroom_id', 'code']).doUpdateSet({ active: true }))
      .execute();
    await database
      .updateTable('students')
      .set({ active: false })
      .where('classroom_id', '=', classroomId)
      .where('code', 'not in', codes)
      .execute();
  },
});
