import { sql } from 'kysely';
import type { Database } from '../db/database.ts';

/** One level that a student opened or finished. */
export type Report = {
  classroomCode: string;
  studentCode: string;
  package: string;
  concept: string;
  level: string;
  completed: boolean;
  total: number;
  playedAt: Date;
  now: Date;
};

export type ProgressRow = {
  studentCode: string;
  package: string;
  concept: string;
  done: number;
  total: number;
  /** {level: completed}; where it was asked for. */
  levels?: Record<string, boolean>;
  /** Milliseconds since 1970: reading two thousand dates takes as long as reading the rows. */
  playedAt: number;
};

export type ViewedClassroom = {
  id: string;
  code: string;
  name: string;
  era: number;
  createdAt: Date;
  changedAt: Date;
};

/** What is written of a row; the database counts `done`. */
export const progressColumns = [
  'classroom_id',
  'era',
  'student_code',
  'package',
  'concept',
  'total',
  'levels',
  'played_at',
  'changed_at',
] as const;

/** What the game writes and a teacher's page reads. */
export const progressRepository = (database: Database) => ({
  /**
   * Joins a report to what is there: completed wins, the larger total and the later times stay. So reports may come
   * twice, late and in any order. Class and student are held until it is written: a class whose era is just being
   * closed, or a student who is just leaving, is waited for and looked at again.
   * @returns false for a class or an active student that there is not.
   */
  join: async (report: Report): Promise<boolean> => {
    const { level, completed } = report;
    const result = await database
      .with('player', (query) =>
        query
          .selectFrom('classrooms')
          .innerJoin('students', 'students.classroom_id', 'classrooms.id')
          .select(['classrooms.id', 'classrooms.era', 'students.code'])
          .where('classrooms.code', '=', report.classroomCode)
          .where('students.code', '=', report.studentCode)
          .where('students.active', '=', true)
          .forShare(),
      )
      .insertInto('progress')
      .columns(progressColumns)
      .expression((query) =>
        query
          .selectFrom('player')
          .select([
            'player.id',
            'player.era',
            'player.code',
            sql<string>`${report.package}::text`.as('package'),
            sql<string>`${report.concept}::text`.as('concept'),
            sql<number>`${report.total}::integer`.as('total'),
            sql<string>`jsonb_build_object(${level}::text, ${completed}::boolean)`.as('levels'),
            sql<Date>`${report.playedAt}::timestamptz`.as('played_at'),
            sql<Date>`${report.now}::timestamptz`.as('changed_at'),
          ]),
      )
      .onConflict((conflict) =>
        conflict.columns(['classroom_id', 'era', 'student_code', 'package', 'concept']).doUpdateSet({
          total: sql`greatest(progress.total, excluded.total)`,
          levels: sql`case when (progress.levels -> ${level}::text)::boolean then progress.levels
                      else progress.levels || excluded.levels end`,
          played_at: sql`greatest(progress.played_at, excluded.played_at)`,
          changed_at: sql`greatest(progress.changed_at, excluded.changed_at)`,
        }),
      )
      .executeTakeFirst();
    return result.numInsertedOrUpdatedRows === 1n;
  },

  hasClassroom: async (code: string): Promise<boolean> => {
    const row = await database.selectFrom('classrooms').select('id').where('code', '=', code).executeTakeFirst();
    return row !== undefined;
  },

  /** @param linkId the contract's classroomID */
  classroomOf: async (linkId: string): Promise<ViewedClassroom | null> => {
    const row = await database
      .selectFrom('classrooms')
      .select(['id', 'code', 'name', 'era', 'created_at as createdAt', 'changed_at as changedAt'])
      .where('link_id', '=', linkId)
      .executeTakeFirst();
    return row ?? null;
  },

  /** Codes of the active students, in order. */
  studentsOf: async (classroomId: string): Promise<string[]> => {
    const rows = await database
      .selectFrom('students')
      .select('code')
      .where('classroom_id', '=', classroomId)
      .where('active', '=', true)
      .orderBy('code')
      .execute();
    return rows.map(({ code }) => code);
  },

  /**
   * What a class played in one era, in no order: so rows are read here while the next are looked up there.
   * @param since only students of whom something changed then or later, but all of theirs; null: all students.
   * @param counted without the levels: reading their names takes longer than all else.
   */
  ofEra: (classroomId: string, era: number, since: Date | null, counted: boolean): Promise<ProgressRow[]> => {
    const played = () => database.selectFrom('progress').where('classroom_id', '=', classroomId).where('era', '=', era);
    const playedAt = sql<number>`date_part('epoch', played_at) * 1000`.as('playedAt');
    const rows = played()
      .select(['student_code as studentCode', 'package', 'concept', 'done', 'total', playedAt])
      .$if(!counted, (query) => query.select('levels'));
    if (since === null) return rows.execute();
    return rows.where('student_code', 'in', played().select('student_code').where('changed_at', '>=', since)).execute();
  },
});
