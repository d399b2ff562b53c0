import type { Locator, Page } from 'playwright-core';
import { createPortalCalls, PortalRefusal } from '../../emulators/game/portal.ts';
import { type Concept, curriculum, levelName } from '../../src/config/curriculum.ts';
import type { Language } from '../../src/contracts/language.ts';
import { classroomPath } from '../../src/contracts/routes.ts';
import { type ClassroomIds, isExcludedConcept } from '../../src/contracts/school-zone.ts';
import { portalUrl } from './settings.ts';
import type { Teacher } from './teacher.ts';

const calls = createPortalCalls({ url: portalUrl, titleId: 'MATHS', gameKey: 'dev-game-key', fetch });

/** Creates a class without the form, for tests that start after the sign-up. */
export const openClassroom = (
  { email, name, numStudents }: Teacher,
  language: Language = 'en',
): Promise<ClassroomIds> =>
  calls.createTeacher({ email, name, numStudents: String(numStudents), ageGroup: '' }, language);

/** A skill that has a column in the table. */
export type Skill = Concept & { package: string };

/** The first skills that are taught, in the order of the curriculum. */
export const skills: readonly Skill[] = curriculum.packages.flatMap(({ id, concepts }) =>
  concepts.filter((concept) => !isExcludedConcept(concept.id)).map((concept) => ({ ...concept, package: id })),
);

/** The game's report of a completed level. */
export const play = (
  { classroomCode }: ClassroomIds,
  studentCode: string,
  { id: concept, package: name, levels: total }: Skill,
  level = 1,
): Promise<void> =>
  calls.report({
    classroomCode,
    studentCode,
    package: name,
    concept,
    level: levelName(concept, level),
    completed: true,
    total,
  });

/** Returns the number of completed levels by student code, or null when the id opens nothing. */
export const doneIn = async (classroomID: string): Promise<Map<string, number> | null> => {
  try {
    const { students } = await calls.readClass(classroomID);
    return new Map(
      students.map(({ studentCode, levelsPlayed }) => [
        studentCode,
        levelsPlayed.filter(({ completed }) => completed).length,
      ]),
    );
  } catch (error) {
    if (error instanceof PortalRefusal && error.code === 'CLASSROOM_DOES_NOT_EXIST') return null;
    throw error;
  }
};

export const studentsOf = async ({ classroomID }: Pick<ClassroomIds, 'classroomID'>): Promise<string[]> => {
  const done = await doneIn(classroomID);
  return done === null ? [] : [...done.keys()];
};

export const classroomUrl = (classroomID: string, language: Language = 'en'): string =>
  `${portalUrl}${classroomPath(classroomID)}?lang=${language}`;

const textsOf = (cells: Locator): Promise<string[]> => cells.allTextContents();

/**
 * Returns what the open table shows for a student and a skill, such as `3 / 8`, or null where there is no such cell
 * yet.
 */
export const cellOf = async (
  page: Page,
  student: string,
  { label, id }: Skill,
  language: Language = 'en',
): Promise<string | null> => {
  const heads = await textsOf(page.getByRole('columnheader'));
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: `#${student}` }) });
  const cells = await textsOf(row.locator('th, td'));
  const text = cells[heads.indexOf(label?.[language] ?? id)];
  return text?.replaceAll('\u00A0', ' ') ?? null;
};
