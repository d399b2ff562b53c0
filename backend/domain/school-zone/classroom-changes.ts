import type { Database } from '../../db/database.ts';
import type { LinkPurpose } from '../../store/classroom-links.repository.ts';
import type { StoredClassroom } from '../../store/classrooms.repository.ts';
import { clearedProgressRepository } from '../../store/cleared-progress.repository.ts';
import { studentsRepository } from '../../store/students.repository.ts';
import { Refusal } from '../refusal.ts';
import { resize } from './student-codes.ts';

type Update = Extract<LinkPurpose, { kind: 'update' }>;
type Restore = Extract<LinkPurpose, { kind: 'restore' }>;

/** The class after a change. `clearedEra` is the era that can be restored, if there was progress to clear. */
export type ChangedClassroom = { era: number; studentCodes: string[]; clearedEra: number | null };

/**
 * Returns the codes that the class would have; after clearing, no student has progress.
 * @throws Refusal STUDENTS_HAVE_PROGRESS
 */
const codesAfter = async (
  database: Database,
  { id, era }: StoredClassroom,
  { numStudents, reinitialize }: Omit<Update, 'kind'>,
): Promise<{ studentCodes: string[]; hadProgress: boolean }> => {
  const places = await studentsRepository(database).places(id, era);
  const hadProgress = places.some((place) => place.hasProgress);
  const counted = reinitialize ? places.map((place) => ({ ...place, hasProgress: false })) : places;
  const studentCodes = resize(counted, numStudents);
  if (studentCodes === null) throw new Refusal('STUDENTS_HAVE_PROGRESS');
  return { studentCodes, hadProgress };
};

/**
 * Applies an update. Clearing progress begins a new era; the old one is kept for thirty days. Like `applyRestore`, it
 * needs a transaction that has locked the class.
 */
export const applyUpdate = async (
  trx: Database,
  classroom: StoredClassroom,
  update: Update,
  now: Date,
): Promise<ChangedClassroom> => {
  const { studentCodes, hadProgress } = await codesAfter(trx, classroom, update);
  await studentsRepository(trx).setActive(classroom.id, studentCodes);
  const { id, era } = classroom;
  if (!update.reinitialize || !hadProgress) return { era, studentCodes, clearedEra: null };
  await clearedProgressRepository(trx).add(id, era, now);
  return { era: era + 1, studentCodes, clearedEra: era };
};

/** Merges cleared progress with what was played since; every student with progress is in the class again. */
export const applyRestore = async (
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
