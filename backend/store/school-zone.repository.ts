import type { AgeGroup } from '../../src/contracts/calls/school-zone.ts';
import type { Language } from '../../src/contracts/language.ts';
import type { Database } from '../db/database.ts';

export type Teacher = {
  id: string;
  email: string;
  language: Language;
  authIdHash: string;
  /** The key of the partner whose page the teacher signed up on. */
  partner: string | null;
};
type NewTeacher = Teacher & {
  schoolName: string | null;
  ageGroup: AgeGroup | null;
  referralEmail: string | null;
  playfabId: string;
  createdAt: Date;
};

/** The number of classes that one statement removes: a thousand would exceed the statement timeout. */
const atOnce = 100;

const teacherColumns = ['id', 'email', 'language', 'auth_id_hash as authIdHash', 'partner'] as const;

export const teachersRepository = (database: Database) => ({
  /**
   * @returns false when the address or the id is used already, or the player has signed up for a partner; then nothing is
   * changed.
   */
  add: async (teacher: NewTeacher): Promise<boolean> => {
    const row = await database
      .insertInto('teachers')
      .values({
        id: teacher.id,
        email: teacher.email,
        school_name: teacher.schoolName,
        age_group: teacher.ageGroup,
        referral_email: teacher.referralEmail,
        language: teacher.language,
        auth_id_hash: teacher.authIdHash,
        playfab_id: teacher.playfabId,
        partner: teacher.partner,
        created_at: teacher.createdAt,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    return row !== undefined;
  },

  ofEmail: async (email: string): Promise<Teacher | null> => {
    const row = await database
      .selectFrom('teachers')
      .select(teacherColumns)
      .where('email', '=', email)
      .executeTakeFirst();
    return row ?? null;
  },

  /**
   * Returns the teachers with the address, the id, or both, in one query: between two queries a teacher could be added.
   */
  claimed: (email: string, authIdHash: string): Promise<Teacher[]> =>
    database
      .selectFrom('teachers')
      .select(teacherColumns)
      .where((is) => is.or([is('email', '=', email), is('auth_id_hash', '=', authIdHash)]))
      .execute(),

  speak: async (id: string, language: Language): Promise<void> => {
    await database.updateTable('teachers').set({ language }).where('id', '=', id).execute();
  },

  /**
   * Removes teachers whose class had no play and no change since this time, with the classroom and everything in it.
   */
  removeIdleSince: async (time: Date): Promise<number> => {
    const removeSome = () =>
      database
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
            )
            .limit(atOnce),
        )
        .executeTakeFirst();
    for (let all = 0; ; ) {
      const some = Number((await removeSome()).numDeletedRows);
      all += some;
      if (some < atOnce) return all;
    }
  },
});

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
type NewClassroom = {
  id: string;
  teacherId: string;
  linkId: string;
  mailedLinkId: string;
  name: string;
  createdAt: Date;
};
/** A classroom with the recipient of its mails. */
export type OwnedClassroom = StoredClassroom & { email: string; language: Language };

const classroomColumns = [
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
        .returning(classroomColumns)
        .executeTakeFirst();
      if (row !== undefined) return row;
    }
  },

  ofTeacher: async (teacherId: string): Promise<StoredClassroom | null> => {
    const row = await database
      .selectFrom('classrooms')
      .select(classroomColumns)
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

  find: (id: string): Promise<StoredClassroom> =>
    database.selectFrom('classrooms').select(classroomColumns).where('id', '=', id).executeTakeFirstOrThrow(),

  /** Locks the row until the transaction ends: no other change of the class and no progress is written before. */
  lock: (id: string): Promise<OwnedClassroom> =>
    database
      .selectFrom('classrooms')
      .innerJoin('teachers', 'teachers.id', 'teacher_id')
      .select([...classroomColumns, 'email', 'language'])
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

/** The effect of a mailed link when it is used. */
export type LinkPurpose =
  | { kind: 'update'; numStudents: number; reinitialize: boolean }
  | { kind: 'restore'; era: number };
export type ClassroomLink = LinkPurpose & { classroomId: string };
type NewLink = ClassroomLink & { tokenHash: string; expiresAt: Date };

type Row = {
  classroomId: string;
  kind: LinkPurpose['kind'];
  numStudents: number | null;
  reinitialize: boolean | null;
  era: number | null;
};
const linkColumns = [
  'classroom_id as classroomId',
  'kind',
  'num_students as numStudents',
  'reinitialize',
  'era',
] as const;

const linkOf = (row: Row | undefined): ClassroomLink | null => {
  if (row === undefined) return null;
  const { classroomId, kind, numStudents, reinitialize, era } = row;
  if (kind === 'restore') return era === null ? null : { classroomId, kind, era };
  return numStudents === null || reinitialize === null ? null : { classroomId, kind, numStudents, reinitialize };
};

export const classroomLinksRepository = (database: Database) => ({
  add: async (link: NewLink): Promise<void> => {
    await database
      .insertInto('classroom_links')
      .values({
        token_hash: link.tokenHash,
        classroom_id: link.classroomId,
        expires_at: link.expiresAt,
        kind: link.kind,
        ...(link.kind === 'update'
          ? { num_students: link.numStudents, reinitialize: link.reinitialize }
          : { era: link.era }),
      })
      .execute();
  },

  find: async (tokenHash: string, now: Date): Promise<ClassroomLink | null> =>
    linkOf(
      await database
        .selectFrom('classroom_links')
        .select(linkColumns)
        .where('token_hash', '=', tokenHash)
        .where('expires_at', '>', now)
        .executeTakeFirst(),
    ),

  /** Takes the link. Of simultaneous calls exactly one gets it. */
  take: async (tokenHash: string, now: Date): Promise<ClassroomLink | null> =>
    linkOf(
      await database
        .deleteFrom('classroom_links')
        .where('token_hash', '=', tokenHash)
        .where('expires_at', '>', now)
        .returning(linkColumns)
        .executeTakeFirst(),
    ),

  /**
   * Removes the update links of a class after one was used. A restore link stays valid, because it does something else.
   */
  removeUpdatesOf: async (classroomId: string): Promise<void> => {
    await database
      .deleteFrom('classroom_links')
      .where('classroom_id', '=', classroomId)
      .where('kind', '=', 'update')
      .execute();
  },
});
