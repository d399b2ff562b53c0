import type { ClassroomChange, ClassroomIds } from '../../../src/contracts/school-zone.ts';
import type { Database } from '../../db/database.ts';
import { type ClassroomLink, classroomLinksRepository } from '../../store/classroom-links.repository.ts';
import { classroomsRepository, type OwnedClassroom } from '../../store/classrooms.repository.ts';
import { clearedProgressRepository } from '../../store/cleared-progress.repository.ts';
import { progressRepository } from '../../store/progress.repository.ts';
import { greetingNameOf } from '../mails/greeting-name.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { Refusal } from '../refusal.ts';
import { hashSecret, randomId } from '../secrets.ts';
import { applyRestore, applyUpdate, type ChangedClassroom } from './classroom-changes.ts';
import { addLink } from './classroom-links.ts';
import type { SchoolZoneDependencies } from './dependencies.ts';

const changeOf = async (database: Database, link: ClassroomLink): Promise<ClassroomChange> => {
  if (link.kind === 'update') {
    const { numStudents, reinitialize } = link;
    const currentStudents = (await progressRepository(database).studentsOf(link.classroomId)).length;
    return { kind: 'update', numStudents, currentStudents, reinitialize };
  }
  const clearedAt = await clearedProgressRepository(database).clearedAt(link.classroomId, link.era);
  if (clearedAt === null) throw new Refusal('LINK_EXPIRED');
  return { kind: 'restore', clearedAt: clearedAt.toISOString() };
};

const apply = (trx: Database, classroom: OwnedClassroom, link: ClassroomLink, now: Date): Promise<ChangedClassroom> =>
  link.kind === 'update' ? applyUpdate(trx, classroom, link, now) : applyRestore(trx, classroom, link, now);

/** Gives the same code for a link that was used, replaced by a used one, expired or invented. */
const good = (link: ClassroomLink | null): ClassroomLink => {
  if (link === null) throw new Refusal('LINK_EXPIRED');
  return link;
};

/** Creates the use cases of the page behind a mailed link: it describes the change, and its button applies it. */
export const createFollowLink = ({ database, clock, events, limits, wake }: SchoolZoneDependencies) => ({
  /** Returns what a link would do, without using it up. @throws Refusal LINK_EXPIRED */
  lookAtLink: async (secret: string): Promise<{ change: ClassroomChange; classroomCode: string }> => {
    const link = good(await classroomLinksRepository(database).find(hashSecret(secret), clock.now()));
    const change = await changeOf(database, link);
    return { change, classroomCode: await classroomsRepository(database).code(link.classroomId) };
  },

  /**
   * Applies the change once and informs the owner by mail. A refused change does not use the link up.
   * @param ip the address of the caller, which the link proves to be the owner's.
   * @throws Refusal LINK_EXPIRED, STUDENTS_HAVE_PROGRESS.
   */
  followLink: async (secret: string, { newLink }: { newLink: boolean }, ip: string): Promise<ClassroomIds> => {
    const { made, to } = await database.transaction().execute(async (trx) => {
      const now = clock.now();
      const links = classroomLinksRepository(trx);
      // The class is locked before the link is taken, so that the second of two simultaneous uses finds its link gone.
      const { classroomId } = good(await links.find(hashSecret(secret), now));
      const classroom = await classroomsRepository(trx).lock(classroomId);
      const link = good(await links.take(hashSecret(secret), now));
      if (link.kind === 'update') await links.removeUpdatesOf(classroomId);
      const { era, studentCodes, clearedEra } = await apply(trx, classroom, link, now);
      const keys = newLink ? { linkId: randomId(), mailedLinkId: null } : classroom;
      await classroomsRepository(trx).change(classroom.id, { ...keys, era }, now);
      const cleared =
        clearedEra === null ? null : await addLink(trx, classroom.id, { kind: 'restore', era: clearedEra }, now);
      const made = { classroomCode: classroom.code, classroomID: keys.mailedLinkId ?? keys.linkId };
      const { email: to, language } = classroom;
      const name = greetingNameOf(classroom.name);
      const values = { ...made, name, studentCodes, newLink, cleared, restored: link.kind === 'restore' };
      await enqueue(trx, { kind: 'mail', payload: { to, language, template: 'classroom-updated', values } });
      return { made, to };
    });
    wake();
    await limits.remember({ ip, email: to });
    events.record({ kind: 'classroom-change' });
    return made;
  },
});
