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
import { jsonOf } from '../gateways/vendor.ts';
import { hashSecret, normalizeEmail, randomId } from '../domain/secrets.ts';
import { type MovedProgress, progressRepository } from '../store/progress.repository.ts';
import { classroomsRepository, teachersRepository } from '../store/school-zone.repository.ts';
import { studentsRepository } from '../store/students.repository.ts';
import { AdminError, type CommandContext } from './commands.ts';
import { type ListLine, openReport, readList, textAt } from './lists.ts';

const columns = {
  email: ['email'],
  name: ['name'],
  school: ['school', 'schoolname'],
  ageGroup: ['agegroup'],
  students: ['numberofstudents', 'numstudents'],
  language: ['language', 'lang'],
  playfabId: ['playfabid', 'teacherplayfabid'],
  classId: ['classid', 'classroomid'],
} as const;
type Line = ListLine<keyof typeof columns>;

const typedCode = z.union([z.string(), z.number()]).transform(String);
const totals = z.record(z.string(), z.record(z.string(), z.string())).catch({});
/**
 * The answer of the earlier system (product-spec.md#7-calls-made). `levelStatus` has the total of each concept: `5/8`.
 */
const movedClass = z.object({
  name: z.string().transform(visibleText).catch(''),
  code: typedCode.transform(normalizeClassroomCode).pipe(z.string()),
  students: z.array(
    z.object({
      studentCode: typedCode.transform(codeText).pipe(z.string().regex(codePattern)),
      levelStatus: z.string().transform((text) => totals.parse(jsonOf(text))),
      levelsPlayed: z.array(z.object({ concept: z.string(), level: z.string(), completed: z.boolean() })),
    }),
  ),
});

const taught = new Map(
  curriculum.packages.flatMap(({ id, concepts }) =>
    concepts.map((one) => [one.id, { package: id, total: one.levels, levels: new Set(levelNamesOf(one)) }]),
  ),
);

/** Returns the progress of all students, and how often each level occurs that the curriculum does not have. */
const progressOf = ({ students }: z.infer<typeof movedClass>) => {
  const unknown = new Map<string, number>();
  const rows = new Map<string, MovedProgress>();
  for (const { studentCode: code, levelStatus, levelsPlayed } of students) {
    for (const { concept, level, completed } of levelsPlayed) {
      const known = taught.get(concept);
      const [place, name] = [`${code} ${concept}`, `${concept} / ${level}`];
      if (known?.levels.has(level)) {
        const said = Number(levelStatus[known.package]?.[concept]?.split('/')[1]);
        const total = said >= 1 && said <= levelsMaximum ? Math.floor(said) : known.total;
        const row = rows.get(place) ?? { code, package: known.package, concept, total, levels: {} };
        row.levels[level] = completed || row.levels[level] === null ? null : false;
        rows.set(place, row);
      } else unknown.set(name, (unknown.get(name) ?? 0) + 1);
    }
  }
  return { rows: [...rows.values()], unknown };
};

const languageOf = (text: string): Language | undefined =>
  languages.find((language) => text.toLowerCase().startsWith(language));

/**
 * Returns the teacher of a line; null without an address or PlayFab ID. The class's old id makes a repetition known.
 */
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
    // A `teacherAuthID` has no space, so no one can repeat this sign-up.
    authIdHash: hashSecret(`moved in ${read('classId')}`),
    createdAt: now,
  };
};
type MovedTeacher = NonNullable<ReturnType<typeof teacherOf>>;

/** Reads the class of a line, with lines of the report about what is left out. @returns what is wrong with its file */
const classOf = async ({ read }: Line, folder: string, files: ReadonlySet<string>) => {
  const file = `${read('classId')}.json`;
  if (!files.has(file)) return 'no file';
  const { data } = movedClass.safeParse(jsonOf((await textAt(join(folder, file))) ?? ''));
  if (data === undefined) return 'file not readable';
  const listed = data.students.map(({ studentCode }) => studentCode);
  if (new Set(listed).size < listed.length) return 'student code twice';
  const places = listed.map((code) => ({ code, active: true, hasProgress: true }));
  const codes = resize(places, Math.min(Number(read('students')) || 0, studentsMaximum)) ?? listed;
  if (codes.length === 0) return 'no students';
  const { rows, unknown } = progressOf(data);
  const details = [...unknown].map(([level, count]): [string, string] => ['level unknown', `${level}: ${count}`]);
  if (codes.length > listed.length) details.push(['student codes added', String(codes.length - listed.length)]);
  const [language, ageGroup] = [read('language'), read('ageGroup')];
  if (languageOf(language) === undefined) details.push(['language unknown', language]);
  if (ageGroup !== '' && !isAgeGroup(codeText(ageGroup))) details.push(['age group unknown', ageGroup]);
  return { code: data.code, name: data.name || read('name'), codes, rows, details };
};
type MovedClass = Exclude<Awaited<ReturnType<typeof classOf>>, string>;

type Result = 'moved in' | 'already here' | 'address exists already' | 'code exists already';

const resultOf = async (database: Database, teacher: MovedTeacher, code: string): Promise<Result> => {
  const claimed = await teachersRepository(database).claimed(teacher.email, teacher.authIdHash);
  if (claimed.some(({ authIdHash }) => authIdHash === teacher.authIdHash)) return 'already here';
  if (claimed.length > 0) return 'address exists already';
  return (await progressRepository(database).idOfCode(code)) === null ? 'moved in' : 'code exists already';
};

/**
 * Adds a class with its codes and progress. No one has its link before the first mail, which goes to the teacher.
 * @throws AdminError when the address or the code was taken since `resultOf`
 */
const addClass = async (
  trx: Database,
  teacher: MovedTeacher,
  { code, name, codes, rows }: MovedClass,
): Promise<void> => {
  const { id: teacherId, createdAt } = teacher;
  const classroom = { id: randomId(), teacherId, linkId: randomId(), mailedLinkId: null, code, name, createdAt };
  if (!(await teachersRepository(trx).add(teacher)) || (await classroomsRepository(trx).add(classroom)) === null) {
    throw new AdminError(`The class ${code} or its teacher was added meanwhile. Run the command again: it goes on.`);
  }
  await studentsRepository(trx).setActive(classroom.id, codes);
  await progressRepository(trx).moveIn(classroom.id, rows, createdAt);
};

/** Mails the link to the teacher as stored, once for each class. */
const mailLink = async (trx: Database, { authIdHash, email, createdAt: now }: MovedTeacher): Promise<void> => {
  const claimed = await teachersRepository(trx).claimed(email, authIdHash);
  const teacher = claimed.find((one) => one.authIdHash === authIdHash);
  const classroom = teacher && (await classroomsRepository(trx).ofTeacher(teacher.id));
  if (!classroom || !(await classroomsRepository(trx).tellOfMove(classroom.id, now))) return;
  const { id, name, code: classroomCode, linkId: classroomID } = classroom;
  const studentCodes = await progressRepository(trx).studentsOf(id);
  const values = { name: greetingNameOf(name), classroomCode, classroomID, studentCodes };
  const { email: to, language } = teacher;
  await enqueue(trx, { kind: 'mail', payload: { to, language, template: 'classroom-moved', values } });
};

type MoveOptions = Pick<CommandContext, 'database' | 'now'> & { dryRun: boolean; mail: boolean };

/**
 * `move-in classes`: adds the teachers of `teachers.csv` in a folder, each with the class of `<class id>.json`
 * (docs/operators/moving-in.md). A class is one transaction, so the command may be killed and run again.
 */
export const moveInClasses = async (
  { database, now, dryRun, mail }: MoveOptions,
  folder: string,
): Promise<string[]> => {
  const path = join(folder, 'teachers.csv');
  const list = await readList(path, columns, ['email', 'playfabId', 'classId']);
  const files = new Set(readdirSync(folder));
  const report = openReport(path, { subject: 'class', total: list.length, dryRun });
  /** What earlier lines have taken, because a dry run adds no rows. */
  const taken = new Map<string, Result>();

  const moveIn = (teacher: MovedTeacher, moved: MovedClass): Promise<Result> =>
    database.transaction().execute(async (trx) => {
      const { authIdHash, email } = teacher;
      const before = taken.get(authIdHash) ?? taken.get(email) ?? taken.get(moved.code);
      const result = before ?? (await resultOf(trx, teacher, moved.code));
      if (result === 'moved in') {
        taken
          .set(authIdHash, 'already here')
          .set(email, 'address exists already')
          .set(moved.code, 'code exists already');
        if (!dryRun) await addClass(trx, teacher, moved);
      }
      if (mail && !dryRun && (result === 'moved in' || result === 'already here')) await mailLink(trx, teacher);
      return result;
    });

  for (const line of list) {
    const teacher = teacherOf(line, now);
    const moved = teacher === null ? 'line incomplete' : await classOf(line, folder, files);
    if (teacher === null || typeof moved === 'string') report.add(line.line, line.read('classId'), String(moved));
    else report.add(line.line, line.read('classId'), await moveIn(teacher, moved), moved.details);
  }
  return report.summary();
};
