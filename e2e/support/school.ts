import { randomBytes } from 'node:crypto';
import classroom from '../../locales/en/classroom.json' with { type: 'json' };
import updateTexts from '../../locales/en/classroom-update.json' with { type: 'json' };
import signUpTexts from '../../locales/en/teacher-sign-up.json' with { type: 'json' };
import { type AgeGroup, type ClassroomIds, isExcludedConcept } from '../../src/contracts/calls/school-zone.ts';
import { inEachLanguage, portalUrl } from './settings.ts';
import { type Scope, submit } from './parent.ts';
import type { Page } from 'playwright-core';
import { createPortalCalls, PortalRefusal } from '../../emulators/game/portal.ts';
import { type Concept, curriculum, levelName } from '../../src/config/curriculum.ts';
import type { Language } from '../../src/contracts/language.ts';
import { classroomPath } from '../../src/contracts/routes.ts';

/** The texts that a teacher reads. */
export const schoolMessages = inEachLanguage(
  { signUp: signUpTexts, classroom, update: updateTexts },
  { signUp: 'teacher-sign-up', classroom: 'classroom', update: 'classroom-update' },
);

export type Teacher = {
  email: string;
  name: string;
  numStudents: number;
  schoolName?: string;
  ageGroup?: AgeGroup;
  referralEmail?: string;
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
  for (const name of ['email', 'name', 'schoolName', 'referralEmail'] as const) {
    await field(scope, name).fill(texts[name] ?? '');
  }
  if (ageGroup !== undefined) await field(scope, 'ageGroup').selectOption(ageGroup);
};

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

const { signUp, update } = schoolMessages.en;

/** Requests a change of the class, which only mails a link. */
export type Wanted = { numStudents: number; reinitialize?: boolean };

export const askForChange = async (page: Page, email: string, wanted: Wanted): Promise<void> => {
  await page.goto(`${portalUrl}/schoolzone/teacher/signup?lang=en`);
  await page.locator('maths-teacher-sign-up').getByRole('link', { name: signUp.switch.update }).click();
  await field(page, 'email').fill(email);
  await field(page, 'numStudents').fill(String(wanted.numStudents));
  await field(page, 'reinitialize').setChecked(wanted.reinitialize === true);
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
export const changeMails = {
  en: { asked: /^(Confirm the change|Clear all progress)/, told: /was changed$/ },
  fr: { asked: /^(Confirmez la modification|Effacer toute la progression)/, told: /a été modifiée$/ },
};
