import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { curriculum, levelNamesOf } from '../../src/config/curriculum.ts';
import { ageGroups, studentsMaximum } from '../../src/contracts/calls/school-zone.ts';

const levels = curriculum.packages.flatMap(({ concepts }) =>
  concepts.flatMap((concept) => levelNamesOf(concept).map((level) => ({ concept: concept.id, level }))),
);

/** Returns a student of the specified answer, who opened this share of all levels. Every ninth is not completed. */
const studentOf = (studentCode: string, share: number) => {
  const opened = levels.slice(0, Math.round(share * levels.length));
  const levelsPlayed = opened.map((one, index) => ({ ...one, completed: share === 1 || index % 9 !== 8 }));
  const status = curriculum.packages.map(({ id, concepts }) => {
    const played = concepts.filter((concept) => levelsPlayed.some((one) => one.concept === concept.id));
    const done = (name: string) =>
      levelsPlayed.filter(({ concept, completed }) => concept === name && completed).length;
    return [id, Object.fromEntries(played.map((one) => [one.id, `${done(one.id)}/${one.levels}`]))] as const;
  });
  const started = status.filter(([, concepts]) => Object.keys(concepts).length > 0);
  return { studentCode, levelStatus: JSON.stringify(Object.fromEntries(started)), levelsPlayed };
};

/** The codes of the classes: the earlier system did not always make them in the same way. */
const codeOf = (number: number): string =>
  [`M${String(number).padStart(5, '2')}`, String(40_000 + number), `ecole-${number}`][number % 3] ?? '';

/**
 * Writes the classes of an earlier system into a folder, as `npm run admin -- move-in classes` reads them: teachers who
 * speak English or French, classes of all sizes that played nothing, something or everything, and seven that do not
 * fit.
 */
export const writeTownClasses = (folder: string, count = 40): void => {
  mkdirSync(folder, { recursive: true });
  const lines = Array.from({ length: count }, (_, index) => {
    const number = index + 1;
    const [id, name] = [1_000 + number, `Class ${number}`];
    const size = number === 35 ? 0 : 1 + ((number * 11) % studentsMaximum);
    const students = Array.from({ length: size }, (_student, place) =>
      studentOf(String(place + 1), ((number + place) % 5) / 4),
    );
    if (number === 5) students[0]?.levelsPlayed.push({ concept: 'demo', level: 'demo_99', completed: true });
    const code = codeOf(number === 10 ? 1 : number);
    const answer = number === 25 ? { success: false } : { success: true, name, code, students };
    if (number !== 20) writeFileSync(join(folder, `${id}.json`), JSON.stringify(answer));
    const email = `teacher-${number === 15 ? 2 : number}@school.example`;
    const numStudents = number === 30 ? studentsMaximum : size;
    return [id, number % 2 === 0 ? 'fr' : 'en', email, `A${id}`, name, ageGroups[number % 7], numStudents].join(';');
  });
  const heads = 'Class ID;Language;Email;PlayFab ID;Name;Age group;Number of students';
  writeFileSync(join(folder, 'teachers.csv'), `\uFEFF${[heads, ...lines].join('\r\n')}\r\n`);
};
