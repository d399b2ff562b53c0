import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { curriculum, levelNamesOf } from '../../src/config/curriculum.ts';
import { codePattern, isAgeGroup, levelsMaximum, studentsMaximum } from '../../src/contracts/calls/school-zone.ts';
import { defaultLanguage, type Language, languages } from '../../src/contracts/language.ts';
import { codeText, visibleText } from '../../src/contracts/typed-text.ts';
import type { Database } from '../db/database.ts';
import { enqueue } from '../domain/jobs/jobs.ts';
import { greetingNameOf } from '../domain/mail/mail-message.ts';
import { normalizeClassroomCode, resize } from '../domain/school-zone/codes.ts';
import { isSingleAddress } from '../gateways/mail.ts';
import { hashSecret, normalizeEmail, randomId } from '../domain/secrets.ts';
import { type MovedProgress, progressRepository } from '../store/progress.repository.ts';
import { classroomsRepository, teachersRepository } from '../store/school-zone.repository.ts';
import { studentsRepository } from '../store/students.repository.ts';
import type { CommandContext } from './commands.ts';
import { type ListLine, openReport, readList, textAt } from './lists.ts';

const columns = {
  email: ['email', 'emailaddress', 'teacheremail'],
  name: ['name', 'teachername'],
  school: ['school', 'schoolname'],
  ageGroup: ['agegroup'],
  students: ['numberofstudents', 'numstudents', 'students'],
  language: ['language', 'lang'],
  playfabId: ['playfabid', 'teacherplayfabid'],
  classId: ['classid', 'classroomid'],
} as const;
type Line = ListLine<keyof typeof columns>;
type Detail = [result: string, detail: string];

const taught = new Map(
  curriculum.packages.flatMap((one) =>
    one.concepts.map((concept) => [
      concept.id,
      { package: one.id, total: concept.levels, levels: new Set(levelNamesOf(concept)) },
    ]),
  ),
);

const jsonText = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue('no JSON');
    return z.NEVER;
  }
});

const typedCode = z.union([z.string(), z.number()]).transform(String);
/** The answer of the earlier system (product-spec.md#7-calls-made). Each student's `levelStatus` has the totals: `5/8`. */
const movedClass = jsonText.pipe(
  z.object({
    name: z.string().transform(visibleText).catch(''),
    code: typedCode.transform(normalizeClassroomCode).pipe(z.string()),
    students: z.array(
      z.object({
        studentCode: typedCode.transform(codeText).pipe(z.string().regex(codePattern)),
        levelStatus: jsonText
          .pipe(z.record(z.string(), z.record(z.string(), z.string())))
          .transform((packages) => new Map(Object.values(packages).flatMap(Object.entries<string>)))
          .catch(new Map()),
        levelsPlayed: z.array(z.object({ concept: z.string(), level: z.string(), completed: z.boolean() })),
      }),
    ),
  }),
);
type MovedClass = z.infer<typeof movedClass>;

/** Returns the progress of all students, and how often each level occurs that the curriculum does not have. */
const progressOf = ({ students }: MovedClass): { rows: MovedProgress[]; unknown: Map<string, number> } => {
  const unknown = new Map<string, number>();
  const rows = students.flatMap(({ studentCode, levelStatus, levelsPlayed }) => {
    const ofConcept = new Map<string, MovedProgress>();
    for (const { concept, level, completed } of levelsPlayed) {
      const known = taught.get(concept);
      if (!known?.levels.has(level)) {
        const name = `${concept} / ${level}`;
        unknown.set(name, (unknown.get(name) ?? 0) + 1);
        continue;
      }
      const total = Number(/\/(\d{1,3})$/.exec(levelStatus.get(concept) ?? '')?.[1] ?? 0);
      const row = ofConcept.get(concept) ?? {
        code: studentCode,
        package: known.package,
        concept,
        total: total >= 1 && total <= levelsMaximum ? total : known.total,
        levels: {},
      };
      row.levels[level] = completed || row.levels[level] === true;
      ofConcept.set(concept, row);
    }
    return [...ofConcept.values()];
  });
  return { rows, unknown };
};

const languageOf = (text: string): Language | undefined =>
  languages.find((language) => text.toLowerCase().startsWith(language));

/** Returns the teacher of a line; null without an address or PlayFab ID. The class's old id makes a repetition known. */
const teacherOf = ({ read }: Line, now: Date) => {
  const [email, playfabId] = [normalizeEmail(read('email')), read('playfabId').toUpperCase()];
  if (email === null || !isSingleAddress(email) || read('classId') === '' || !/^[0-9A-F]{1,16}$/.test(playfabId))
    return null;
  const ageGroup = codeText(read('ageGroup'));
  return {
    id: randomId(),
    email,
    playfabId,
    schoolName: read('school') || null,
    ageGroup: isAgeGroup(ageGroup) ? ageGroup : null,
    language: languageOf(read('language')) ?? defaultLanguage,
    // A `teacherAuthID` has no space, so nobody can repeat this sign-up.
    authIdHash: hashSecret(`moved in ${read('classId')}`),
    createdAt: now,
  };
};

type MovedTeacher = NonNullable<ReturnType<typeof teacherOf>>;

/** What a line moves in. `details` are lines of the report about what is different or left out. */
type MovedParts = {
  code: string;
  name: string;
  greeting: string;
  codes: string[];
  rows: MovedProgress[];
  details: Detail[];
};

/** Reads the class of a line. @returns what is wrong with its file if it cannot be moved. */
const partsOf = async ({ read }: Line, folder: string, files: ReadonlySet<string>): Promise<MovedParts | string> => {
  const file = `${read('classId')}.json`;
  if (!files.has(file)) return 'no file';
  const { data: moved } = movedClass.safeParse(await textAt(join(folder, file)));
  if (moved === undefined) return 'file not readable';
  const listed = moved.students.map(({ studentCode }) => studentCode);
  if (new Set(listed).size < listed.length) return 'student code twice';
  const size = Math.min(Number(read('students')) || 0, studentsMaximum);
  const codes = resize(
    listed.map((code) => ({ code, active: true, hasProgress: true })),
    size,
  );
  if (codes?.length === 0) return 'no students';
  const { rows, unknown } = progressOf(moved);
  const details = [...unknown].map(([level, count]): Detail => ['level unknown', `${level}: ${count}`]);
  const added = (codes ?? listed).length - listed.length;
  if (added > 0) details.push(['student codes added', String(added)]);
  if (languageOf(read('language')) === undefined) details.push(['language unknown', read('language')]);
  if (read('ageGroup') !== '' && !isAgeGroup(codeText(read('ageGroup'))))
    details.push(['age group unknown', read('ageGroup')]);
  return {
    code: moved.code,
    name: moved.name || read('name'),
    greeting: read('name') || moved.name,
    codes: codes ?? listed,
    rows,
    details,
  };
};

type Result = 'moved in' | 'already here' | 'address exists already' | 'code exists already';

const resultOf = async (database: Database, teacher: MovedTeacher, code: string): Promise<Result> => {
  const claimed = await teachersRepository(database).claimed(teacher.email, teacher.authIdHash);
  if (claimed.some(({ authIdHash }) => authIdHash === teacher.authIdHash)) return 'already here';
  if (claimed.length > 0) return 'address exists already';
  return (await progressRepository(database).idOfCode(code)) === null ? 'moved in' : 'code exists already';
};

/** Mails the link to the teacher as stored, once for each class. */
const mailLink = async (trx: Database, { authIdHash, email }: MovedTeacher, name: string, now: Date): Promise<void> => {
  const claimed = await teachersRepository(trx).claimed(email, authIdHash);
  const teacher = claimed.find((one) => one.authIdHash === authIdHash);
  const classroom = teacher && (await classroomsRepository(trx).ofTeacher(teacher.id));
  if (!classroom || !(await classroomsRepository(trx).tellOfMove(classroom.id, now))) return;
  const { code: classroomCode, linkId: classroomID } = classroom;
  const studentCodes = await progressRepository(trx).studentsOf(classroom.id);
  const values = { name: greetingNameOf(name), classroomCode, classroomID, studentCodes };
  const { email: to, language } = teacher;
  await enqueue(trx, { kind: 'mail', payload: { to, language, template: 'classroom-moved', values } });
};

/** Adds a class with its codes and progress. Nobody has its link before the first mail, which goes to the teacher. */
const addClass = async (
  trx: Database,
  teacher: MovedTeacher,
  { code, name, codes, rows }: MovedParts,
): Promise<void> => {
  const { id: teacherId, createdAt } = teacher;
  const classroom = { id: randomId(), teacherId, linkId: randomId(), mailedLinkId: null, name, createdAt };
  await teachersRepository(trx).add(teacher);
  await classroomsRepository(trx).add(classroom, () => code);
  await studentsRepository(trx).setActive(classroom.id, codes);
  await progressRepository(trx).moveIn(classroom.id, rows, createdAt);
};

export type MoveOptions = { dryRun: boolean; mail: boolean };

/**
 * `move-in classes`: adds the teachers of `teachers.csv` in a folder, each with the class of `<class id>.json`
 * (docs/operators/moving-in.md). A class is one transaction, so the command may be killed and run again.
 */
export const moveInClasses = async (
  { database, now, dryRun, mail }: Pick<CommandContext, 'database' | 'now'> & MoveOptions,
  folder: string,
): Promise<string[]> => {
  const path = join(folder, 'teachers.csv');
  const list = await readList(path, columns, ['email', 'playfabId', 'classId']);
  const files = new Set(readdirSync(folder));
  const report = openReport(path, { subject: 'class', total: list.length, dryRun });
  /** What earlier lines would take, in a dry run. */
  const taken = new Map<string, Result>();

  const tryOut = async (teacher: MovedTeacher, parts: MovedParts): Promise<Result> => {
    const before = taken.get(teacher.authIdHash) ?? taken.get(teacher.email) ?? taken.get(parts.code);
    const result = before ?? (await resultOf(database, teacher, parts.code));
    if (result !== 'moved in') return result;
    taken.set(teacher.authIdHash, 'already here');
    taken.set(teacher.email, 'address exists already');
    taken.set(parts.code, 'code exists already');
    return result;
  };
  const moveIn = (teacher: MovedTeacher, parts: MovedParts): Promise<Result> =>
    database.transaction().execute(async (trx) => {
      const result = await resultOf(trx, teacher, parts.code);
      if (result === 'moved in') await addClass(trx, teacher, parts);
      if (mail && (result === 'moved in' || result === 'already here'))
        await mailLink(trx, teacher, parts.greeting, now);
      return result;
    });

  for (const line of list) {
    const classId = line.read('classId');
    const teacher = teacherOf(line, now);
    const parts = teacher === null ? 'line incomplete' : await partsOf(line, folder, files);
    if (teacher === null || typeof parts === 'string') report.add(line.line, classId, String(parts));
    else report.add(line.line, classId, await (dryRun ? tryOut : moveIn)(teacher, parts), parts.details);
  }
  return [...report.summary(), ...(dryRun ? ['Nothing was written to the database (--dry-run).'] : [])];
};
