import type { Database } from '../../db/database.ts';
import {
  type ClassroomLink,
  classroomLinksRepository,
  classroomsRepository,
  type LinkPurpose,
  type StoredClassroom,
  teachersRepository,
} from '../../store/school-zone.repository.ts';
import { hashSecret, newSecret, normalizeEmail, randomId } from '../secrets.ts';
import { day } from '../../../src/lib/time.ts';
import type { Language } from '../../../src/contracts/language.ts';
import { clearedProgressRepository, studentsRepository } from '../../store/students.repository.ts';
import { greetingNameOf } from '../mail/mail-message.ts';
import { enqueue, enqueueIfAny, type Job } from '../jobs/jobs.ts';
import { Refusal } from '../refusal.ts';
import type { Infrastructure } from '../dependencies.ts';
import type { Limits } from '../limits/limits.ts';
import { type CodePlace, resize } from './codes.ts';
import type { ClassroomChange, ClassroomIds } from '../../../src/contracts/calls/school-zone.ts';

/** How long links are valid (decisions.md#6-flows), in milliseconds. */
const lives = { update: day, restore: 30 * day } as const satisfies Record<LinkPurpose['kind'], number>;

/**
 * Adds a link for a mail. A class is changed by mailed links only, because anyone may type a teacher's address;
 * restoring cleared progress uses such a link too. @returns the secret; only its digest is stored.
 */
export const addLink = async (trx: Database, classroomId: string, purpose: LinkPurpose, now: Date): Promise<string> => {
  const secret = newSecret();
  const expiresAt = new Date(now.getTime() + lives[purpose.kind]);
  await classroomLinksRepository(trx).add({ ...purpose, classroomId, tokenHash: hashSecret(secret), expiresAt });
  return secret;
};

type Update = Extract<LinkPurpose, { kind: 'update' }>;
type Restore = Extract<LinkPurpose, { kind: 'restore' }>;

/** `email` is the address as typed; `language` is the form's language, if it was sent. */
type LinkRequest = { email: string; language: Language | null };
type UpdateRequest = Omit<Update, 'kind'> & LinkRequest;

/** The class after a change. `clearedEra` is the era that can be restored, if there was progress to clear. */
type ChangedClassroom = { era: number; studentCodes: string[]; clearedEra: number | null };

/** Returns the codes that the class would have; after clearing, no student has progress. null if too many have. */
const codesAfter = (
  places: readonly CodePlace[],
  { numStudents, reinitialize }: Omit<Update, 'kind'>,
): string[] | null =>
  resize(reinitialize ? places.map((place) => ({ ...place, hasProgress: false })) : places, numStudents);

/**
 * Applies an update. @throws Refusal STUDENTS_HAVE_PROGRESS. Clearing progress begins a new era; the old one is kept
 * for thirty days. Like `applyRestore`, it needs a transaction that has locked the class.
 */
export const applyUpdate = async (
  trx: Database,
  classroom: StoredClassroom,
  update: Update,
  now: Date,
): Promise<ChangedClassroom> => {
  const { id, era } = classroom;
  const places = await studentsRepository(trx).places(id, era);
  const studentCodes = codesAfter(places, update);
  if (studentCodes === null) throw new Refusal('STUDENTS_HAVE_PROGRESS');
  await studentsRepository(trx).setActive(id, studentCodes);
  const hadProgress = places.some((place) => place.hasProgress);
  if (!update.reinitialize || !hadProgress) return { era, studentCodes, clearedEra: null };
  await clearedProgressRepository(trx).add(id, era, now);
  return { era: era + 1, studentCodes, clearedEra: era };
};

/** Merges cleared progress with what was played since; every student with progress is in the class again. */
const applyRestore = async (
  trx: Database,
  { id, era }: StoredClassroom,
  link: Restore,
  now: Date,
): Promise<ChangedClassroom> => {
  const cleared = clearedProgressRepository(trx);
  if ((await cleared.clearedAt(id, link.era)) === null) throw new Refusal('LINK_EXPIRED');
  await cleared.restore(id, link.era, era, now);
  const students = studentsRepository(trx);
  const present = (await students.places(id, era)).filter(({ active, hasProgress }) => active || hasProgress);
  const studentCodes = present.map(({ code }) => code);
  await students.setActive(id, studentCodes);
  return { era, studentCodes, clearedEra: null };
};

const changeOf = async (
  database: Database,
  { id, era }: StoredClassroom,
  link: ClassroomLink,
): Promise<ClassroomChange> => {
  if (link.kind === 'update') {
    const { numStudents, reinitialize } = link;
    const places = await studentsRepository(database).places(id, era);
    const current = places.filter(({ active }) => active).map(({ code }) => code);
    const stay = codesAfter(places, link) ?? current;
    const removedCodes = current.filter((code) => !stay.includes(code));
    return { kind: 'update', numStudents, currentStudents: current.length, removedCodes, reinitialize };
  }
  const clearedAt = await clearedProgressRepository(database).clearedAt(id, link.era);
  if (clearedAt === null) throw new Refusal('LINK_EXPIRED');
  return { kind: 'restore', clearedAt: clearedAt.toISOString() };
};

/** Gives the same code for a link that was used, replaced by a used one, expired or invented. */
const good = (link: ClassroomLink | null): ClassroomLink => {
  if (link === null) throw new Refusal('LINK_EXPIRED');
  return link;
};

/** Creates the use cases of mailed links: two calls request one, a page shows its change, and a button applies it. */
export const createClassLinks = ({ database, clock, events, limits, wake }: Infrastructure & { limits: Limits }) => {
  /** Returns the mail, or null when the address has no class. It asks the same questions for every address. */
  const mailFor = async (email: string, language: Language | null): Promise<Job | null> => {
    const teacher = await teachersRepository(database).ofEmail(email);
    const classroom = await classroomsRepository(database).ofTeacher(teacher?.id ?? '');
    const places = await studentsRepository(database).places(classroom?.id ?? '', classroom?.era ?? 0);
    if (teacher === null || classroom === null) return null;
    return {
      kind: 'mail',
      payload: {
        to: email,
        language: language ?? teacher.language,
        template: 'classroom-link',
        values: {
          name: greetingNameOf(classroom.name),
          classroomCode: classroom.code,
          classroomID: classroom.mailedLinkId ?? classroom.linkId,
          studentCodes: places.filter(({ active }) => active).map(({ code }) => code),
        },
      },
    };
  };

  return {
    /**
     * Mails the teacher the current link, code and student codes of the class. The caller does not learn whether the
     * address has a class, nor by how long the answer takes, nor that too many mails were requested.
     * @param ip the address of the caller
     * @throws Refusal INVALID_PAYLOAD
     */
    requestLink: async ({ email: typed, language }: LinkRequest, ip: string): Promise<void> => {
      const email = normalizeEmail(typed);
      if (email === null) throw new Refusal('INVALID_PAYLOAD');
      const limited = await limits.consume('classroom-mail', { ip, email });
      const mail = await mailFor(email, language);
      const notBefore = await limits.placeMail();
      await enqueueIfAny(database, limited === null ? mail : null, notBefore);
      wake();
    },

    /**
     * Mails a link to the teacher and changes nothing. Earlier links stay valid, because anyone can request a newer
     * one. Only the page behind the link shows whether the change is possible, because that depends on how many
     * students have played.
     * @param ip the address of the caller
     * @throws Refusal INVALID_PAYLOAD, TEACHER_DOES_NOT_EXIST, CLASSROOM_DOES_NOT_EXIST, TOO_MANY_REQUESTS (mails to
     *   one teacher).
     */
    requestUpdate: async (
      { email: typed, numStudents, reinitialize, language: asked }: UpdateRequest,
      ip: string,
    ): Promise<void> => {
      const email = normalizeEmail(typed);
      if (email === null) throw new Refusal('INVALID_PAYLOAD');
      const teacher = await teachersRepository(database).ofEmail(email);
      if (teacher === null) throw new Refusal('TEACHER_DOES_NOT_EXIST');
      const classroom = await classroomsRepository(database).ofTeacher(teacher.id);
      if (classroom === null) throw new Refusal('CLASSROOM_DOES_NOT_EXIST');
      const isVerified = classroom.mailedLinkId === null;
      await limits.admit(isVerified ? 'verified-classroom-mail' : 'classroom-mail', { ip, email });

      const language = asked ?? teacher.language;
      const notBefore = await limits.placeMail();
      await database.transaction().execute(async (trx) => {
        await teachersRepository(trx).speak(teacher.id, language);
        // The link is valid for a day from the moment when its mail leaves.
        const leavesAt = notBefore ?? clock.now();
        const token = await addLink(trx, classroom.id, { kind: 'update', numStudents, reinitialize }, leavesAt);
        const payload = {
          to: email,
          language,
          template: 'classroom-update',
          values: { name: greetingNameOf(classroom.name), token, numStudents, reinitialize },
        } as const;
        await enqueue(trx, { kind: 'mail', payload }, notBefore);
      });
      wake();
    },

    /** Returns what a link would do, without using it up. @throws Refusal LINK_EXPIRED */
    readLink: async (secret: string): Promise<{ change: ClassroomChange; classroomCode: string }> => {
      const link = good(await classroomLinksRepository(database).find(hashSecret(secret), clock.now()));
      const classroom = await classroomsRepository(database).find(link.classroomId);
      return { change: await changeOf(database, classroom, link), classroomCode: classroom.code };
    },

    /**
     * Applies the change once and informs the owner by mail. A refused change does not use the link up.
     * @param ip the address of the caller, which the link proves to be the owner's.
     * @throws Refusal LINK_EXPIRED, STUDENTS_HAVE_PROGRESS.
     */
    followLink: async (secret: string, { newLink }: { newLink: boolean }, ip: string): Promise<ClassroomIds> => {
      const now = clock.now();
      const { classroomId } = good(await classroomLinksRepository(database).find(hashSecret(secret), now));
      const { made, to } = await database.transaction().execute(async (trx) => {
        const links = classroomLinksRepository(trx);
        // The class is locked before the link is taken, so that the second of two simultaneous uses finds its link
        // gone.
        const classroom = await classroomsRepository(trx).lock(classroomId);
        const link = good(await links.take(classroomId, hashSecret(secret), now));
        if (link.kind === 'update') await links.removeUpdatesOf(classroomId);
        const { era, studentCodes, clearedEra } = await (link.kind === 'update'
          ? applyUpdate(trx, classroom, link, now)
          : applyRestore(trx, classroom, link, now));
        const { linkId, mailedLinkId } = newLink ? { linkId: randomId(), mailedLinkId: null } : classroom;
        await classroomsRepository(trx).change(classroom.id, { linkId, mailedLinkId, era, changedAt: now });
        const cleared =
          clearedEra === null ? null : await addLink(trx, classroom.id, { kind: 'restore', era: clearedEra }, now);
        const made = { classroomCode: classroom.code, classroomID: mailedLinkId ?? linkId };
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
  };
};
