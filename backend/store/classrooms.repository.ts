import type { Language } from '../../src/contracts/language.ts';
import type { Database } from '../db/database.ts';

/**
 * `linkId` is the contract's classroomID. `mailedLinkId` is the one in the first mail, until it is opened for the first
 * time and takes its place.
 */
export type Classroom = { id: string; linkId: string; mailedLinkId: string | null; code: string; era: number };
export type NewClassroom = {
  id: string;
  teacherId: string;
  linkId: string;
  mailedLinkId: string;
  name: string;
  createdAt: Date;
};
/** With whom its mails go to. */
export type OwnedClassroom = Classroom & { email: string; language: Language };

const columns = ['classrooms.id as id', 'link_id as linkId', 'mailed_link_id as mailedLinkId', 'code', 'era'] as const;

export const classroomsRepository = (database: Database) => ({
  /** @param newCode asked again as long as its code is another class's. */
  add: async (classroom: NewClassroom, newCode: () => string): Promise<Classroom> => {
    for (;;) {
      const row = await database
        .insertInto('classrooms')
        .values({
          id: classroom.id,
          teacher_id: classroom.teacherId,
          link_id: classroom.linkId,
          mailed_link_id: classroom.mailedLinkId,
          code: newCode(),
          name: classroom.name,
          created_at: classroom.createdAt,
          changed_at: classroom.createdAt,
        })
        .onConflict((conflict) => conflict.column('code').doNothing())
        .returning(columns)
        .executeTakeFirst();
      if (row !== undefined) return row;
    }
  },

  ofTeacher: async (teacherId: string): Promise<Classroom | null> => {
    const row = await database
      .selectFrom('classrooms')
      .select(columns)
      .where('teacher_id', '=', teacherId)
      .executeTakeFirst();
    return row ?? null;
  },

  /** Whose mailed link this is, if it was never opened. */
  teacherOfMailedLink: async (mailedLinkId: string): Promise<Pick<OwnedClassroom, 'email' | 'language'> | null> => {
    const row = await database
      .selectFrom('classrooms')
      .innerJoin('teachers', 'teachers.id', 'teacher_id')
      .select(['email', 'language'])
      .where('mailed_link_id', '=', mailedLinkId)
      .executeTakeFirst();
    return row ?? null;
  },

  /** Replaces the link by the mailed one. @returns false when it was opened before. */
  openMailedLink: async (mailedLinkId: string): Promise<boolean> => {
    const result = await database
      .updateTable('classrooms')
      .set({ link_id: mailedLinkId, mailed_link_id: null })
      .where('mailed_link_id', '=', mailedLinkId)
      .executeTakeFirst();
    return result.numUpdatedRows === 1n;
  },

  code: async (id: string): Promise<string> =>
    (await database.selectFrom('classrooms').select('code').where('id', '=', id).executeTakeFirstOrThrow()).code,

  /** Holds the row until the transaction ends: no other change of the class is made meanwhile, and no progress lands. */
  lock: (id: string): Promise<OwnedClassroom> =>
    database
      .selectFrom('classrooms')
      .innerJoin('teachers', 'teachers.id', 'teacher_id')
      .select([...columns, 'email', 'language'])
      .where('classrooms.id', '=', id)
      .forUpdate('classrooms')
      .executeTakeFirstOrThrow(),

  /** Notes a change besides. */
  change: async (
    id: string,
    { linkId, mailedLinkId, era }: Pick<Classroom, 'linkId' | 'mailedLinkId' | 'era'>,
    now: Date,
  ): Promise<void> => {
    await database
      .updateTable('classrooms')
      .set({ link_id: linkId, mailed_link_id: mailedLinkId, era, changed_at: now })
      .where('id', '=', id)
      .execute();
  },
});
