import { randomBytes } from 'node:crypto';
import classroom from '../../locales/en/classroom.json' with { type: 'json' };
import update from '../../locales/en/classroom-update.json' with { type: 'json' };
import signUp from '../../locales/en/teacher-sign-up.json' with { type: 'json' };
import { type AgeGroup, type ClassroomIds, isExcludedConcept } from '../../src/contracts/calls/school-zone.ts';
import { inEachLanguage, portalUrl } from './settings.ts';
import { type Scope, submit } from './parent.ts';
import type { Page } from 'playwright-core';
import { createPortalCalls, PortalRefusal } from '../../emulators/game/portal.ts';
import { type Concept, curriculum, levelName } from '../../src/config/curriculum.ts';
import type { Language } from '../../src/contracts/language.ts';
import { classroomPath } from '../../src/contracts/routes.ts';

/** The texts that a teacher reads. */
export const schoolMessages = inEachLanguage({ classroom, 'classroom-update': update, 'teacher-sign-up': signUp });

export type Teacher = {
  email: string;
  name: string;
  numStudents: number;
  schoolName?: string;
  ageGroup?: AgeGroup;
};

/** Creates a new teacher at every call, with the required fields. */
export const newTeacher = (numStudents = 3): Teacher => {
  const id = randomBytes(6).toString('hex');
  return { email: `teacher-${id}@school.example`, name: `Madame ${id}`, numStudents };
};

export const field = (scope: Scope, name: keyof Teacher | 'reinitialize') => scope.locator(`[name="${name}"]`);

export const fillInTeacher = async (scope: Scope, teacher: Teacher): Promise<void> => {
  const { ageGroup, numStudents, ...texts } = teacher;
  await field(scope, 'numStudents').fill(String(numStudents));
  for (const name of ['email', 'name', 'schoolName'] as const) {
    await field(scope, name).fill(texts[name] ?? '');
  }
  if (ageGroup !== undefined) await field(scope, 'ageGroup').selectOption(ageGroup);
};

const calls = createPortalCalls({ url: portalUrl, titleId: 'MATHS', gameKey: 'dev-game-key', fetch });

/** Creates a class without the form, for tests that start after the sign-up. */
export const openClassroom = ({ email, name, numStudents }: Teacher, language: Language = 'en') =>
  calls.createTeacher({ email, name, numStudents: String(numStudents), ageGroup: '' }, language);

/** A skill that has a column in the table. */
type Skill = Concept & { package: string };

/** The skills that are taught, in the order of the curriculum. */
export const skills: readonly Skill[] = curriculum.packages.flatMap(({ id, concepts }) =>
  concepts.filter((concept) => !isExcludedConcept(concept.id)).map((concept) => ({ ...concept, package: id })),
);

/** The game's report of a completed level. */
export const play = ({ classroomCode }: ClassroomIds, studentCode: string, skill: Skill, number = 1): Promise<void> => {
  const { id: concept, package: name, levels: total } = skill;
  const level = levelName(concept, number);
  return calls.report({ classroomCode, studentCode, package: name, concept, level, completed: true, total });
};

/** Returns the number of completed levels by student code; of none when the id opens nothing. */
export const doneIn = async ({ classroomID }: Pick<ClassroomIds, 'classroomID'>): Promise<Map<string, number>> => {
  const { students } = await calls.readClass(classroomID).catch((error: unknown) => {
    if (error instanceof PortalRefusal && error.code === 'CLASSROOM_DOES_NOT_EXIST') return { students: [] };
    throw error;
  });
  const done = (levels: readonly { completed: boolean }[]) => levels.filter(({ completed }) => completed).length;
  return new Map(students.map(({ studentCode, levelsPlayed }) => [studentCode, done(levelsPlayed)]));
};

export const studentsOf = async (classroom: Pick<ClassroomIds, 'classroomID'>): Promise<string[]> => [
  ...(await doneIn(classroom)).keys(),
];

export const classroomUrl = (classroomID: string, language: Language = 'en'): string =>
  `${portalUrl}${classroomPath(classroomID)}?lang=${language}`;

/** Requests a change of the class, which only mails a link. */
export const askForChange = async (page: Page, email: string, numStudents: number, reinitialize = false) => {
  await page.goto(`${portalUrl}/schoolzone/teacher/signup?lang=en`);
  await page.locator('maths-teacher-sign-up').getByRole('link', { name: signUp.switch.update }).click();
  await field(page, 'email').fill(email);
  await field(page, 'numStudents').fill(String(numStudents));
  await field(page, 'reinitialize').setChecked(reinitialize);
  await submit(page).click();
  await page.getByRole('status').getByText(signUp.forms.update.done).waitFor();
};

/** Opens each link in a new page, as from a mail. */
export const openMailed = async (page: Page, link: string): Promise<void> => {
  await page.goto('about:blank');
  await page.goto(link);
};

export const applyChange = async (page: Page, kind: 'update' | 'restore'): Promise<void> => {
  await page.getByRole('button', { name: update.forms[kind].submit }).click();
  await page.getByRole('status').getByText(update.forms[kind].done).waitFor();
};

/** The subjects of the mails: one asks for confirmation, the other confirms that the change was made. */
export const changeMails = { asked: /^(Confirm the change|Clear all progress)/, told: /was changed$/ };
