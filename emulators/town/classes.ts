import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { curriculum, levelNamesOf } from '../../src/config/curriculum.ts';
import { ageGroups, studentsMaximum } from '../../src/contracts/calls/school-zone.ts';

const levels = curriculum.packages.flatMap((one) =>
  one.concepts.flatMap((concept) =>
    levelNamesOf(concept).map((level) => ({ package: one.id, concept: concept.id, total: concept.levels, level })),
  ),
);

/** Returns a student of the specified answer, who opened this share of all levels. Every ninth is not completed. */
const studentOf = (studentCode: string, share: number) => {
  const played = levels
    .slice(0, Math.round(share * levels.length))
    .map((level, index) => ({ ...level, completed: share === 1 || index % 9 !== 8 }));
  const status: Record<string, Record<string, string>> = {};
  for (const { package: name, concept, total } of played) {
    const done = played.filter((one) => one.concept === concept && one.completed).length;
    (status[name] ??= {})[concept] = `${done}/${total}`;
  }
  const levelsPlayed = played.map(({ concept, level, completed }) => ({ concept, level, completed }));
  return { studentCode, levelStatus: JSON.stringify(status), levelsPlayed };
};

/** The codes of the classes: the earlier system did not always make them in the same way. */
const codeOf = (number: number): string =>
  [`M${String(number).padStart(5, '2')}`, String(40_000 + number), `ecole-${number}`][number % 3] ?? '';

type Irregular = { code?: string; email?: string; text?: string | null; students?: number; level?: string };

/** What does not fit, by the number of the class. */
const irregular: Record<number, Irregular> = {
  5: { level: 'counting_to_10_99' },
  10: { code: codeOf(1) },
  15: { email: 'teacher-2@school.example' },
  20: { text: null },
  25: { text: JSON.stringify({ success: false, error: 'INVALID_CLASSROOM' }) },
  30: { students: studentsMaximum },
  35: { students: 0 },
};

/**
 * Writes the classes of an earlier system into a folder, as `npm run admin -- move-in classes` reads them: teachers who
 * speak English or French, classes of all sizes that played nothing, something or everything, and some that do not fit.
 */
export const writeTownClasses = (folder: string, count = 40): void => {
  mkdirSync(folder, { recursive: true });
  const lines = Array.from({ length: count }, (_, index) => {
    const number = index + 1;
    const {
      code = codeOf(number),
      email = `teacher-${number}@school.example`,
      text,
      ...other
    } = irregular[number] ?? {};
    const size = 1 + ((number * 11) % studentsMaximum);
    const students = Array.from({ length: other.students === 0 ? 0 : size }, (_student, place) =>
      studentOf(String(place + 1), ((number + place) % 5) / 4),
    );
    if (other.level !== undefined)
      students[0]?.levelsPlayed.push({ concept: 'demo', level: other.level, completed: true });
    const answer = text ?? JSON.stringify({ success: true, name: `Class ${number}`, code, students });
    if (text !== null) writeFileSync(join(folder, `${1_000 + number}.json`), answer);
    const playfabId = (0xa000_0000 + number).toString(16).toUpperCase();
    const language = number % 2 === 0 ? 'fr' : 'en';
    return [
      1_000 + number,
      language,
      email,
      playfabId,
      `Class ${number}`,
      '',
      ageGroups[number % 7],
      other.students ?? size,
    ];
  });
  const heads = ['Class ID', 'Language', 'Email', 'PlayFab ID', 'Name', 'School', 'Age group', 'Number of students'];
  writeFileSync(
    join(folder, 'teachers.csv'),
    `\uFEFF${[heads, ...lines].map((line) => line.join(';')).join('\r\n')}\r\n`,
  );
};
