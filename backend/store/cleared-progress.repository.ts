import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { progressColumns } from './progress.repository.ts';

/** A completed level stays so, whichever of the two eras has it. */
const levelsOfBoth = sql<string>`(
  select jsonb_object_agg(level, completed) from (
    select level, bool_or(done::boolean) as completed
    from (
      select * from jsonb_each_text(progress.levels)
      union all
      select * from jsonb_each_text(excluded.levels)
    ) as both_eras (level, done)
    group by level
  ) as joined
)`;

export const clearedProgressRepository = (database: Database) => ({
  add: async (classroomId: string, era: number, clearedAt: Date): Promise<void> => {
    await database
      .insertInto('cleared_progress')
      .values({ classroom_id: classroomId, era, cleared_at: clearedAt })
      .execute();
  },

  /** @returns when it was cleared; null when it can't come back: it did already, or it is gone. */
  clearedAt: async (classroomId: string, era: number): Promise<Date | null> => {
    const row = await database
      .selectFrom('cleared_progress')
      .select('cleared_at')
      .where('classroom_id', '=', classroomId)
      .where('era', '=', era)
      .executeTakeFirst();
    return row?.cleared_at ?? null;
  },

  /** Joins a cleared era to the one that runs. Give it a transaction that holds the class. */
  restore: async (classroomId: string, cleared: number, running: number, now: Date): Promise<void> => {
    await database
      .insertInto('progress')
      .columns(progressColumns)
      .expression((query) =>
        query
          .selectFrom('progress')
          .select([
            'classroom_id',
            sql<number>`${running}::integer`.as('era'),
            'student_code',
            'package',
            'concept',
            'total',
            sql<string>`levels`.as('levels'),
            'played_at',
            sql<Date>`${now}::timestamptz`.as('changed_at'),
          ])
          .where('classroom_id', '=', classroomId)
          .where('era', '=', cleared),
      )
      .onConflict((conflict) =>
        conflict.columns(['classroom_id', 'era', 'student_code', 'package', 'concept']).doUpdateSet({
          total: sql`greatest(progress.total, excluded.total)`,
          levels: levelsOfBoth,
          played_at: sql`greatest(progress.played_at, excluded.played_at)`,
          changed_at: sql`excluded.changed_at`,
        }),
      )
      .execute();
    for (const table of ['progress', 'cleared_progress'] as const) {
      await database.deleteFrom(table).where('classroom_id', '=', classroomId).where('era', '=', cleared).execute();
    }
  },

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
