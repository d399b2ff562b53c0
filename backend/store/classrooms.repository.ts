import type { Language } from '../../src/contracts/language.ts';
import type { Database } from '../db/database.ts';

/** `linkId` is the contract's classroomID. */
export type Classroom = { id: string; linkId: string; code: string; era: number };
export type NewClassroom = { id: string; teacherId: string; linkId: string; name: string; createdAt: Date };
/** With whom its mails go to. */
export type OwnedClassroom = Classroom & { email: string; language: Language };

const columns = ['classrooms.id as id', 'link_id as linkId', 'code', 'era'] as const;

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
  change: async (id: string, { linkId, era }: { linkId: string; era: number }, now: Date): Promise<void> => {
    await database
      .updateTable('classrooms')
      .set({ link_id: linkId, era, changed_at: now })
      .where('id', '=', id)
      .execute();
  },
});
