import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { writeTownClasses } from '../../emulators/town/classes.ts';
import { openDatabase } from '../db/open-database.ts';
import { counted } from '../testing/campaign.ts';
import { createCrashPlace, databaseAt, runWithKills } from '../testing/crash-writer.ts';
import { createGameCalls, firstLevel, newestMail } from '../testing/school-calls.ts';
import { createTestApi } from '../testing/test-api.ts';
import { closeAfterAll, everyRow } from '../testing/test-database.ts';
import { moveInClasses } from './move-in-classes.ts';

const town = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'town-'));
  writeTownClasses(folder);
  return folder;
};

/** Returns the report without its first line, as fields. */
const reportOf = (folder: string, kind = 'report'): string[][] =>
  readFileSync(join(folder, `teachers.${kind}.csv`), 'utf8')
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(','));

/** The classes of the town that cannot move in, by their ids. */
const refused = {
  1010: 'code exists already',
  1015: 'address exists already',
  1020: 'no file',
  1025: 'file not readable',
  1035: 'no students',
};
const codeOf = (student: object): unknown => Reflect.get(student, 'studentCode');
const resultOf = (report: string[][], id: number) => report.find(([, name]) => name === String(id))?.[2];

describe('the classes of an earlier system', async () => {
  const api = await closeAfterAll(createTestApi());
  const game = createGameCalls(api.app);
  const move = (folder: string, { dryRun = false, mail = false } = {}) =>
    moveInClasses({ database: api.database, now: api.clock.now(), dryRun, mail }, folder);
  const linkOf = async (code: string): Promise<string> => {
    const classes = api.database.selectFrom('classrooms').select('linkId').where('code', '=', code);
    return (await classes.executeTakeFirstOrThrow()).linkId;
  };
  const folder = town();

  it('says in a dry run what would become of each class, and writes no row', async () => {
    const before = await everyRow(api.database);
    expect(await move(folder, { dryRun: true, mail: true })).toContain('moved in: 35');
    expect(await everyRow(api.database)).toEqual(before);
  });

  it('moves classes in with their codes and progress, and reports what does not fit', async () => {
    expect(await move(folder)).toContain('moved in: 35');
    const report = reportOf(folder);
    expect(report).toEqual(reportOf(folder, 'dry-run'));
    for (const [id, result] of Object.entries(refused)) expect(resultOf(report, Number(id))).toBe(result);
    expect(report).toContainEqual(['6', '1005', 'level unknown', 'demo / demo_99: 1']);
    expect(report).toContainEqual(['31', '1030', 'student codes added', '19']);
    // What was played when is not known, so that nothing counts as played now.
    const answer = (await game.counted(await linkOf('40001'))).json();
    expect(answer).toMatchObject({ name: 'Class 1', code: '40001', help: [] });
    expect(answer.countedFrom).toBe(api.clock.now().toISOString());
    const file = JSON.parse(readFileSync(join(folder, '1001.json'), 'utf8'));
    expect(answer.students.map(codeOf)).toEqual(file.students.map(codeOf));
    for (const [place, student] of answer.students.entries()) {
      expect(student).toMatchObject({ lastPlayedAt: null, lastPackage: null, completed: {} });
      expect(JSON.parse(student.levelStatus)).toEqual(JSON.parse(file.students[place].levelStatus));
    }
  });

  it.each(['ecole-2', 'Ecole‐ 2', '40001'])('accepts a report with the old code %s', async (classroomCode) => {
    const report = (change: object) => game.report({ ...firstLevel({ classroomCode }), studentCode: '#3', ...change });
    expect((await report({})).statusCode).toBe(200);
    expect((await report({ studentCode: '36' })).statusCode).toBe(404);
  });

  it('counts what is played now in this week, except what the earlier system knew', async () => {
    const play = (change: object) =>
      game.report({ ...firstLevel({ classroomCode: 'm22226' }), studentCode: '3', ...change });
    await play({});
    await play({ level: 'counting_to_10_02' });
    // The ninth level of a student is not completed.
    await play({ concept: 'number_bonds_to_10', level: 'number_bonds_to_10_01' });
    const { students } = (await game.counted(await linkOf('M22-226'))).json();
    const student = students.find((one: object) => codeOf(one) === '3');
    expect(student.completed).toEqual({ small_numbers: { number_bonds_to_10: { 0: 1 } } });
    expect(student.lastPlayedAt).toBe(api.clock.now().toISOString());
  });

  it('mails each teacher the new link once, in the language of the list', async () => {
    for (const result of ['already here: 35', 'already here: 35']) {
      expect(await move(folder, { mail: true })).toContain(result);
      await api.jobs.runDue();
      expect(api.jobs.mails).toHaveLength(35);
    }
    const { language, values } = newestMail(api.jobs.mails, 'teacher-2@school.example', 'classroom-moved');
    expect([language, values.classroomCode, values.classroomID]).toEqual(['fr', 'ECOLE-2', await linkOf('ECOLE-2')]);
    expect((await game.detailed(values.classroomID)).json().students).toHaveLength(values.studentCodes.length);
  });

  it('mails a link after the class was moved in without one, also when the list has another address now', async () => {
    const list = mkdtempSync(join(tmpdir(), 'town-'));
    const answer = { success: true, name: 'Éléphants', code: 'eleph-7', students: [] };
    writeFileSync(join(list, 'a-b.json'), JSON.stringify(answer));
    const write = (email: string, encoding: BufferEncoding = 'utf8') =>
      writeFileSync(
        join(list, 'teachers.csv'),
        `classroomID,teacherPlayfabID,"Email",numStudents,schoolName,Lang\n\na-b,ab12,${email},2,École,FR-ca\n,ab12,x@y.zz,,,\n`,
        encoding,
      );
    write('Jeanne@School.example', 'latin1');
    expect(await move(list)).toEqual(['moved in: 1', 'line incomplete: 1', expect.stringContaining('report.csv')]);
    expect(reportOf(list)).toContainEqual(['3', 'a-b', 'student codes added', '2']);
    write('other@school.example');
    expect(await move(list, { mail: true })).toContain('already here: 1');
    await api.jobs.runDue();
    expect(newestMail(api.jobs.mails, 'jeanne@school.example', 'classroom-moved')).toMatchObject({
      language: 'fr',
      values: { classroomCode: 'ELEPH-7', studentCodes: ['013', '021'] },
    });
    const teachers = api.database.selectFrom('teachers').select('schoolName');
    expect(await teachers.where('email', '=', 'jeanne@school.example').execute()).toEqual([{ schoolName: 'École' }]);
  });

  it('stops when a code or an address is taken between the look and the insertion, and goes on when it runs again', async () => {
    const list = mkdtempSync(join(tmpdir(), 'town-'));
    writeFileSync(join(list, '9.json'), JSON.stringify({ name: 'Late', code: 'LATE-7', students: [] }));
    writeFileSync(join(list, 'teachers.csv'), 'email,PlayFab ID,class ID,num students\nlate@school.example,AB9,9,1\n');
    /** Takes something at the moment at which the teacher is added. */
    const taking = (moment: string, taken: string): Promise<void> =>
      api.database.transaction().execute(async (trx) => {
        const body = `begin ${taken}; return new; end`;
        await sql`create function take() returns trigger language plpgsql as ${sql.lit(body)}`.execute(trx);
        await sql`create trigger take ${sql.raw(moment)} insert on teachers for each row execute function take()`.execute(
          trx,
        );
      });
    const release = () => sql`drop function take cascade`.execute(api.database);
    const before = await everyRow(api.database);
    for (const [moment, column] of [
      ['after', `update classrooms set code = 'LATE-7' where code = '40001'`],
      ['before', `update teachers set email = 'late@school.example' where email = 'teacher-2@school.example'`],
    ] as const) {
      await taking(moment, column);
      await expect(move(list)).rejects.toThrow('Run the command again');
      await release();
      expect(await everyRow(api.database)).toEqual(before);
    }
    expect(await move(list)).toContain('moved in: 1');
  });

  it('says which file or column is missing', async () => {
    const list = mkdtempSync(join(tmpdir(), 'town-'));
    await expect(move(list)).rejects.toThrow(/teachers\.csv is missing, or is not a text file\.$/);
    writeFileSync(join(list, 'teachers.csv'), 'name;email\nx;y\n');
    await expect(move(list)).rejects.toThrow('has no column playfabId, classId in its first line.');
  });
});

it('moves each class in once and queues its mail once when it is killed at any moment', {
  timeout: 300_000,
}, async () => {
  const folder = town();
  const place = await createCrashPlace();
  const words = ['move-in', 'classes', folder, '--mail'];
  await runWithKills(words, place.env, { kills: counted(4, 20), longest: 2_000 });
  const report = reportOf(folder);
  const { database, close } = await openDatabase(databaseAt(place.name), { onConnectionError: () => undefined });
  const classes = await database
    .selectFrom('classrooms')
    .innerJoin('teachers', 'teachers.id', 'teacherId')
    .leftJoin('progress', 'classroomId', 'classrooms.id')
    .groupBy(['email', 'linkId'])
    .select(({ fn }) => ['email', 'linkId', fn.sum<string | null>('done').as('done')])
    .execute();
  const jobs = await database.selectFrom('jobs').select('payload').where('kind', '=', 'mail').execute();
  await close();
  await place.remove();
  const moved = report.filter(([, , result]) => result === 'moved in' || result === 'already here');
  const emails = moved.map(([, id]) => `teacher-${Number(id) - 1_000}@school.example`).sort();
  expect(classes.map(({ email }) => email).sort()).toEqual(emails);
  expect(emails).toHaveLength(35);
  const mails = z.array(
    z.object({ payload: z.object({ to: z.string(), values: z.object({ classroomID: z.string() }) }) }),
  );
  const mailed = mails.parse(jobs).map(({ payload: { to, values } }) => `${to} ${values.classroomID}`);
  expect(mailed.sort()).toEqual(classes.map(({ email, linkId }) => `${email} ${linkId}`).sort());
  for (const { email, done } of classes) {
    const answer = readFileSync(join(folder, `${1_000 + Number(/\d+/.exec(email))}.json`), 'utf8');
    const unknown = email.startsWith('teacher-5@') ? 1 : 0;
    expect([email, Number(done)]).toEqual([email, answer.split('"completed":true').length - 1 - unknown]);
  }
});
