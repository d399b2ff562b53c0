import { sql } from 'kysely';
import { countRows, type Database, firstOf } from '../db/database.ts';

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
            .where('progress.classroomId', '=', classroomId)
            .whereRef('progress.studentCode', '=', 'students.code')
            .where('progress.era', '=', era),
        ).as('hasProgress'),
      )
      .where('classroomId', '=', classroomId)
      .orderBy('code')
      .$narrowType<{ hasProgress: boolean }>()
      .execute(),

  /** Makes exactly these students active. No one is deleted, because a student who leaves may return. */
  setActive: async (classroomId: string, codes: readonly string[]): Promise<void> => {
    await database
      .insertInto('students')
      .values(codes.map((code) => ({ classroomId, code, active: true })))
      .onConflict((conflict) => conflict.columns(['classroomId', 'code']).doUpdateSet({ active: true }))
      .execute();
    await database
      .updateTable('students')
      .set({ active: false })
      .where('classroomId', '=', classroomId)
      .where('code', 'not in', codes)
      .execute();
  },
});

export const clearedProgressRepository = (database: Database) => ({
  add: (classroomId: string, era: number, clearedAt: Date): Promise<unknown> =>
    database.insertInto('cleared_progress').values({ classroomId, era, clearedAt }).execute(),

  /** @returns when the era was cleared; null when it cannot be restored, because it was restored or deleted already. */
  clearedAt: async (classroomId: string, era: number): Promise<Date | null> => {
    const cleared = database.selectFrom('cleared_progress').select('clearedAt').where('classroomId', '=', classroomId);
    return (await firstOf(cleared.where('era', '=', era)))?.clearedAt ?? null;
  },

  /** Merges a cleared era into the current one. Pass a transaction that has locked the class. */
  restore: async (classroomId: string, cleared: number, running: number, now: Date): Promise<void> => {
    const isCleared = sql`"classroom_id" = ${classroomId} and era = ${cleared}`;
    // Of the values of a level the smaller one is the earlier one.
    await sql`
      insert into "progress" ("classroom_id", era, student_code, package, concept, total, levels, played_at, changed_at)
      select classroom_id, ${running}::integer, student_code, package, concept, total, levels, played_at,
        ${now}::timestamptz
      from "progress" where ${isCleared}
      on conflict (classroom_id, era, student_code, package, concept) do update set
        total = greatest(progress.total, excluded.total),
        levels = (
          select jsonb_object_agg(level, day) from (
            select distinct on (level) level, day from (
              select * from jsonb_each(progress.levels) union all select * from jsonb_each(excluded.levels)
            ) as both_eras (level, day) order by level, day
          ) as joined
        ),
        played_at = greatest(progress.played_at, excluded.played_at),
        changed_at = excluded.changed_at`.execute(database);
    await sql`
      insert into "first_plays" ("classroom_id", era, played_at)
      select classroom_id, ${running}::integer, played_at from "first_plays" where ${isCleared}
      on conflict (classroom_id, era)
      do update set played_at = least(first_plays.played_at, excluded.played_at)`.execute(database);
    for (const table of ['progress', 'first_plays', 'cleared_progress'] as const) {
      await database.deleteFrom(table).where('classroomId', '=', classroomId).where('era', '=', cleared).execute();
    }
  },

  /** Removes cleared eras with their progress. Pass a transaction. */
  removeClearedBefore: async (time: Date): Promise<number> => {
    for (const table of ['progress', 'first_plays'] as const) {
      await database
        .deleteFrom(table)
        .using('cleared_progress')
        .whereRef('cleared_progress.classroomId', '=', `${table}.classroomId`)
        .whereRef('cleared_progress.era', '=', `${table}.era`)
        .where('cleared_progress.clearedAt', '<', time)
        .execute();
    }
    return countRows(database.deleteFrom('cleared_progress').where('clearedAt', '<', time));
  },
});
