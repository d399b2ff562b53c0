import { randomBytes } from 'node:crypto';
import classroom from '../../locales/en/classroom.json' with { type: 'json' };
import update from '../../locales/en/classroom-update.json' with { type: 'json' };
import signUp from '../../locales/en/teacher-sign-up.json' with { type: 'json' };
import type { AgeGroup } from '../../src/contracts/school-zone.ts';
import { inEachLanguage } from './messages.ts';
import type { Scope } from './parent.ts';

/** The texts that a teacher reads. */
export const schoolMessages = inEachLanguage(
  { signUp, classroom, update },
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

/** Returns the values of the fields, to compare them with what was typed. */
export const typedIn = async (scope: Scope): Promise<Teacher> => {
  const read = (name: keyof Teacher): Promise<string> => field(scope, name).inputValue();
  return { email: await read('email'), name: await read('name'), numStudents: Number(await read('numStudents')) };
};
