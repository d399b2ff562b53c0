import type { Language } from '../../src/contracts/language.ts';
import type { Database } from '../db/database.ts';

/**
 * A classroom. `linkId` is the contract's classroomID. `mailedLinkId` is the one in the first mail; when it is first
 * opened, it replaces `linkId`.
 */
export type StoredClassroom = {
  id: string;
  linkId: string;
  mailedLinkId: string | null;
  code: string;
  era: number;
  /** The teacher's name. */
  name: string;
};
export type NewClassroom = {
  id: string;
  teacherId: string;
  linkId: string;
  mailedLinkId: string;
  name: string;
  createdAt: Date;
};
/** A classroom with the recipient of its mails. */
export type OwnedClassroom = StoredClassroom & { email: string; language: Language };

const columns = [
  'classrooms.id as id',
  'link_id as linkId',
  'mailed_link_id as mailedLinkId',
  'code',
  'era',
  'classrooms.name as name',
] as const;

export const classroomsRepository = (database: Database) => ({
  /** @param newCode is called again while its code belongs to another class. */
  add: async (classroom: NewClassroom, newCode: () => string): Promise<StoredClassroom> => {
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

  ofTeacher: async (teacherId: string): Promise<StoredClassroom | null> => {
    const row = await database
      .selectFrom('classrooms')
      .select(columns)
      .where('teacher_id', '=', teacherId)
      .executeTakeFirst();
    return row ?? null;
  },

  /** Returns the teacher of a mailed link that was never opened. */
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

  /** Locks the row until the transaction ends: no other change of the class and no progress is written before. */
  lock: (id: string): Promise<OwnedClassroom> =>
    database
      .selectFrom('classrooms')
      .innerJoin('teachers', 'teachers.id', 'teacher_id')
      .select([...columns, 'email', 'language'])
      .where('classrooms.id', '=', id)
      .forUpdate('classrooms')
      .executeTakeFirstOrThrow(),

  /** Changes the class and records the time of the change. */
  change: async (
    id: string,
    { linkId, mailedLinkId, era }: Pick<StoredClassroom, 'linkId' | 'mailedLinkId' | 'era'>,
    now: Date,
  ): Promise<void> => {
    await database
      .updateTable('classrooms')
      .set({ link_id: linkId, mailed_link_id: mailedLinkId, era, changed_at: now })
      .where('id', '=', id)
      .execute();
  },
});
