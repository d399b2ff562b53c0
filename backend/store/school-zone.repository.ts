import type { Insertable, UpdateObject } from 'kysely';
import type { Language } from '../../src/contracts/language.ts';
import { countRows, type Database, firstOf, insertMissing } from '../db/database.ts';
import type { Row, Tables } from '../db/tables.ts';

/** The number of classes that one statement removes: a thousand would exceed the statement timeout. */
const atOnce = 100;

const teacherColumns = ['id', 'email', 'language', 'authIdHash', 'partner'] as const;
export type Teacher = Row<'teachers', typeof teacherColumns>;

export const teachersRepository = (database: Database) => ({
  /** @returns false, and changes nothing, if the address or id is used, or the player signed up for a partner. */
  add: async (teacher: Insertable<Tables['teachers']>): Promise<boolean> =>
    (await insertMissing(database, 'teachers', teacher).returning('id').executeTakeFirst()) !== undefined,

  ofEmail: (email: string): Promise<Teacher | null> =>
    firstOf(database.selectFrom('teachers').select(teacherColumns).where('email', '=', email)),

  /** Returns the teachers with the address or the id in one query: between two, a teacher could be added. */
  claimed: (email: string, authIdHash: string): Promise<Teacher[]> =>
    database
      .selectFrom('teachers')
      .select(teacherColumns)
      .where((is) => is.or([is('email', '=', email), is('authIdHash', '=', authIdHash)]))
      .execute(),

  speak: (id: string, language: Language): Promise<unknown> =>
    database.updateTable('teachers').set({ language }).where('id', '=', id).execute(),

  /** Removes teachers whose class had no play or change since this time, with the class and everything in it. */
  removeIdleSince: async (time: Date): Promise<number> => {
    const classes = database.selectFrom('classrooms').select(['id', 'teacherId']).where('changedAt', '<', time);
    const reports = database.selectFrom('progress').select('classroomId').where('changedAt', '>=', time);
    let removed = 0;
    for (let after = ''; ; ) {
      const unchanged = await classes.where('id', '>', after).orderBy('id').limit(atOnce).execute();
      const ids = unchanged.map(({ id }) => id);
      const last = ids.at(-1);
      if (last === undefined) return removed;
      after = last;
      // A separate query, because Citus joins no table of all classes with those of one class here.
      const playing = new Set(
        (await reports.distinct().where('classroomId', 'in', ids).execute()).map(({ classroomId }) => classroomId),
      );
      const idle = unchanged.filter(({ id }) => !playing.has(id)).map(({ teacherId }) => teacherId);
      if (idle.length > 0) removed += await countRows(database.deleteFrom('teachers').where('id', 'in', idle));
    }
  },
});

const classroomColumns = ['classrooms.id', 'linkId', 'mailedLinkId', 'code', 'era', 'classrooms.name'] as const;
/**
 * `linkId` is the contract's classroomID. `mailedLinkId` is the one in the first mail; when it is first opened, it
 * replaces `linkId`. `name` is the teacher's.
 */
export type StoredClassroom = Row<'classrooms', ['id', 'linkId', 'mailedLinkId', 'code', 'era', 'name']>;
type NewClassroom = Row<'classrooms', ['id', 'teacherId', 'linkId', 'mailedLinkId', 'code', 'name', 'createdAt']>;
/** A classroom with the recipient of its mails. */
export type OwnedClassroom = StoredClassroom & { email: string; language: Language };

export const classroomsRepository = (database: Database) => ({
  /** @returns null, and adds nothing, when another class has the code. */
  add: (classroom: NewClassroom): Promise<StoredClassroom | null> =>
    firstOf(
      database
        .insertInto('classrooms')
        .values({ ...classroom, changedAt: classroom.createdAt })
        .onConflict((conflict) => conflict.column('code').doNothing())
        .returning(classroomColumns),
    ),

  ofTeacher: (teacherId: string): Promise<StoredClassroom | null> =>
    firstOf(database.selectFrom('classrooms').select(classroomColumns).where('teacherId', '=', teacherId)),

  /** Returns the teacher of a mailed link that was never opened. */
  teacherOfMailedLink: (mailedLinkId: string): Promise<Pick<OwnedClassroom, 'email' | 'language'> | null> =>
    firstOf(
      database
        .selectFrom('classrooms')
        .innerJoin('teachers', 'teachers.id', 'teacherId')
        .select(['email', 'language'])
        .where('mailedLinkId', '=', mailedLinkId),
    ),

  /** Replaces the link by the mailed one. @returns false when it was opened before. */
  openMailedLink: async (mailedLinkId: string): Promise<boolean> => {
    const opened = database.updateTable('classrooms').set({ linkId: mailedLinkId, mailedLinkId: null });
    return (await countRows(opened.where('mailedLinkId', '=', mailedLinkId))) === 1;
  },

  /**
   * Records that the teacher is mailed the link of a class that moved in. @returns false when that was recorded before.
   */
  tellOfMove: async (id: string, now: Date): Promise<boolean> => {
    const classroom = database.updateTable('classrooms').set({ moveMailedAt: now }).where('id', '=', id);
    return (await countRows(classroom.where('moveMailedAt', 'is', null))) === 1;
  },

  find: (id: string): Promise<StoredClassroom> =>
    database.selectFrom('classrooms').select(classroomColumns).where('id', '=', id).executeTakeFirstOrThrow(),

  /**
   * Locks the row until the transaction ends: no other change of the class and no progress is written before. An update
   * locks every copy that Citus keeps of the table in one order; `for update` met reports in a deadlock there.
   */
  lock: (id: string): Promise<OwnedClassroom> =>
    database
      .updateTable('classrooms')
      .set(({ ref }) => ({ changedAt: ref('classrooms.changedAt') }))
      .from('teachers')
      .whereRef('teachers.id', '=', 'teacherId')
      .where('classrooms.id', '=', id)
      .returning([...classroomColumns, 'email', 'language'])
      .executeTakeFirstOrThrow(),

  /** Changes the class and records the time of the change. */
  change: (id: string, changed: UpdateObject<Tables, 'classrooms'>): Promise<unknown> =>
    database.updateTable('classrooms').set(changed).where('id', '=', id).execute(),
});

/** The effect of a mailed link when it is used. */
export type LinkPurpose =
  | { kind: 'update'; numStudents: number; reinitialize: boolean }
  | { kind: 'restore'; era: number };
export type ClassroomLink = LinkPurpose & { classroomId: string };
type NewLink = ClassroomLink & { tokenHash: string; expiresAt: Date };

const linkColumns = ['classroomId', 'kind', 'numStudents', 'reinitialize', 'era'] as const;

const linkOf = (row: Row<'classroom_links', typeof linkColumns> | undefined): ClassroomLink | null => {
  if (row === undefined) return null;
  const { classroomId, kind, numStudents, reinitialize, era } = row;
  if (kind === 'restore') return era === null ? null : { classroomId, kind, era };
  return numStudents === null || reinitialize === null ? null : { classroomId, kind, numStudents, reinitialize };
};

export const classroomLinksRepository = (database: Database) => ({
  add: (link: NewLink): Promise<unknown> => database.insertInto('classroom_links').values(link).execute(),

  find: async (tokenHash: string, now: Date): Promise<ClassroomLink | null> =>
    linkOf(
      await database
        .selectFrom('classroom_links')
        .select(linkColumns)
        .where('tokenHash', '=', tokenHash)
        .where('expiresAt', '>', now)
        .executeTakeFirst(),
    ),

  /** Takes a link of a class. Of simultaneous calls exactly one gets it. */
  take: async (classroomId: string, tokenHash: string, now: Date): Promise<ClassroomLink | null> =>
    linkOf(
      await database
        .deleteFrom('classroom_links')
        .where('classroomId', '=', classroomId)
        .where('tokenHash', '=', tokenHash)
        .where('expiresAt', '>', now)
        .returning(linkColumns)
        .executeTakeFirst(),
    ),

  /** Removes the update links of a class after one was used. Restore links stay: they do something else. */
  removeUpdatesOf: (classroomId: string): Promise<unknown> =>
    database
      .deleteFrom('classroom_links')
      .where('classroomId', '=', classroomId)
      .where('kind', '=', 'update')
      .execute(),
});
