import { sql } from 'kysely';
import { countRows, type Database, firstOf } from '../db/database.ts';

export const rowsOfClass = async (
  database: Database,
  table: 'students' | 'progress',
  id: string | null,
): Promise<number> => {
  const rows = database.selectFrom(table).where('classroomId', '=', id);
  const { count } = await rows.select(({ fn }) => fn.countAll<string>().as('count')).executeTakeFirstOrThrow();
  return Number(count);
};

/** The statements of `npm run admin`. */
export const operatorRepository = (database: Database) => ({
  /** Returns a teacher with counts, and no student's progress. */
  teacher: async (email: string) => {
    const row = await database
      .selectFrom('teachers')
      .leftJoin('classrooms', 'teacherId', 'teachers.id')
      .where('email', '=', email)
      .select(['playfabId', 'classrooms.id'])
      .executeTakeFirst();
    if (row === undefined) return null;
    const { id, playfabId } = row;
    const students = await rowsOfClass(database, 'students', id);
    return { playfabId, students, progressRows: await rowsOfClass(database, 'progress', id) };
  },

  /** Removes the teacher with the class, its students, their progress and its links, by the foreign keys. */
  removeTeacher: (email: string): Promise<number> =>
    countRows(database.deleteFrom('teachers').where('email', '=', email)),

  /** Removes the address from teachers who named it as their referrer. */
  removeReferrals: (email: string): Promise<number> =>
    countRows(database.updateTable('teachers').set({ referralEmail: null }).where('referralEmail', '=', email)),

  /** Removes jobs that mail this address about a class or report its digest. Mails to a parent of this address stay. */
  removeJobsTo: (email: string, digest: string): Promise<number> =>
    countRows(
      database
        .deleteFrom('jobs')
        .where('finishedAt', 'is', null)
        .where(
          sql<boolean>`payload ->> 'to' = ${email}::text and payload ->> 'template' like 'classroom-%'
            or payload #>> '{fields,user_data.em}' = ${digest}::text`,
        ),
    ),

  /** Returns when and how a job ended; null for one that waits or does not exist. */
  endOfJob: (id: string): Promise<{ finishedAt: Date; outcome: 'done' | 'failed' | null } | null> =>
    firstOf(
      database
        .selectFrom('jobs')
        .select(['finishedAt', 'outcome'])
        .where('id', '=', id)
        .where('finishedAt', 'is not', null)
        .$narrowType<{ finishedAt: Date }>(),
    ),

  /** Makes waiting jobs of this id or kind due, except running ones. @returns how many wait, and are due now. */
  runNow: async (name: string, now: Date): Promise<{ waiting: number; due: number }> => {
    const { rows } = await sql<{ waiting: number; due: number }>`
      with waiting as (select id from jobs where finished_at is null and (id = ${name} or kind = ${name})),
      due as (update jobs set run_at = null
        where finished_at is null and coalesce(leased_until <= ${now}, true) and id in (select id from waiting)
        returning id)
      select (select count(*) from waiting)::int as waiting, (select count(*) from due)::int as due`.execute(database);
    return rows[0] ?? { waiting: 0, due: 0 };
  },
});
