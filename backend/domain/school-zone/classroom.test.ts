import { beforeEach, describe, expect, it } from 'vitest';
import type { ClassroomIds } from '../../../src/contracts/calls/school-zone.ts';
import { createGameCalls, firstLevel, createTeacherCalls, newestMail, newTeacher } from '../../testing/school-calls.ts';
import { createTestApi } from '../../testing/test-api.ts';
import { closeAfterAll } from '../../testing/test-database.ts';
import { keepRetention } from '../jobs/retention.ts';
import { day } from '../../../src/lib/time.ts';

/** Progress that is cleared and restored by mailed links. */
describe('the progress of a class', async () => {
  const api = await closeAfterAll(createTestApi());
  const [calls, game] = [createTeacherCalls(api.app), createGameCalls(api.app)];
  let email: string;
  let keys: ClassroomIds;
  beforeEach(async () => {
    const teacher = newTeacher();
    email = teacher.email;
    const { classroomCode, classroomID } = (await calls.signUp(teacher)).json();
    keys = { classroomCode, classroomID };
  });

  const play = (studentCode: string, change: object = {}) =>
    game.report({ ...firstLevel(keys), studentCode, ...change });
  const students = async (): Promise<object[]> => (await game.detailed(keys.classroomID)).json().students;
  const isEmpty = async (): Promise<boolean> => !JSON.stringify(await students()).includes('counting_to_10');
  const notice = async () => {
    await api.jobs.runDue();
    return newestMail(api.jobs.mails, email, 'classroom-updated').values;
  };
  const update = async (change: { numStudents?: string; reinitialize?: 'true' | 'false' }) => {
    await calls.requestUpdate({ email, reinitialize: 'true', ...change });
    await api.jobs.runDue();
    expect((await calls.use(newestMail(api.jobs.mails, email, 'classroom-update').values.token)).statusCode).toBe(200);
    return notice();
  };
  /** Clears the progress. @returns the secret of the restore link. */
  const clear = async (numStudents = '3'): Promise<string> => (await update({ numStudents })).cleared ?? '';
  const passDays = async (days: number): Promise<void> => {
    api.clock.advance(days * day);
    await keepRetention(api.database, api.clock);
  };

  it('restores cleared progress completely, until it is deleted on day 31', async () => {
    // There is nothing to restore yet.
    expect(await update({})).toMatchObject({ cleared: null });
    for (const code of ['013', '021']) await play(code);
    await play('013', { level: 'counting_to_10_02', completed: false });
    const before = await students();
    const clearedAt = api.clock.now().toISOString();
    const link = await clear();
    expect(await isEmpty()).toBe(true);
    await passDays(29.9);
    const change = { kind: 'restore', clearedAt };
    expect((await calls.look(link)).json()).toMatchObject({ change, classroomCode: keys.classroomCode });
    expect((await calls.use(link)).statusCode).toBe(200);
    expect(await students()).toEqual(before);
    expect(await notice()).toMatchObject({ restored: true, cleared: null });

    const late = await clear();
    await passDays(31);
    expect([(await calls.look(late)).statusCode, (await calls.use(late)).statusCode]).toEqual([410, 410]);
    expect(await isEmpty()).toBe(true);
    const kept = api.database.selectFrom('progress').innerJoin('classrooms', 'classrooms.id', 'classroomId');
    expect(await kept.select('levels').where('code', '=', keys.classroomCode).execute()).toEqual([]);
  });

  it('refuses a restore link whose progress is deleted already, and mails no success', async () => {
    await play('013');
    const link = await clear();
    const mails = api.jobs.mails.length;
    await api.database.deleteFrom('cleared_progress').execute();
    for (const answer of [await calls.look(link), await calls.use(link)])
      expect([answer.statusCode, answer.json()]).toEqual([410, { success: false, error: 'LINK_EXPIRED' }]);
    await api.jobs.runDue();
    expect(api.jobs.mails).toHaveLength(mails);
  });

  it('merges restored progress with later progress: completed levels stay, and the larger total and the later time count', async () => {
    await play('013', { level: 'counting_to_10_01', completed: true });
    await play('013', { level: 'counting_to_10_02', completed: false, total: 9 });
    const link = await clear();
    api.clock.advance(day);
    await play('013', { level: 'counting_to_10_01', completed: false });
    await play('013', { level: 'counting_to_10_02', completed: true });
    await play('021');
    const lastPlayedAt = api.clock.now().toISOString();
    await calls.use(link);
    expect(await students()).toMatchObject([
      {
        studentCode: '013',
        levelStatus: '{"small_numbers":{"counting_to_10":"2/9"}}',
        levelsPlayed: [{ completed: true }, { completed: true }],
        lastPlayedAt,
        lastPackage: 'small_numbers',
      },
      { studentCode: '021', levelStatus: '{"small_numbers":{"counting_to_10":"1/8"}}' },
      { studentCode: '037', levelStatus: '{}' },
    ]);
  });

  it('clears and restores the weeks of completed levels, and counts a level that is completed again in its first week', async () => {
    const counted = async () => (await game.counted(keys.classroomID)).json();
    const weeks = async () => (await counted()).students[0].completed;
    const from = (await counted()).countedFrom;
    const levelAt = (number: number, daysAgo = 0) => {
      const playedAt = new Date(api.clock.now().getTime() - daysAgo * day).toISOString();
      return play('013', { level: `counting_to_10_0${number}`, playedAt });
    };
    await levelAt(1);
    // Too long ago for a day that is kept.
    await levelAt(2, 59);
    await passDays(10);
    await levelAt(3);
    const link = await clear();
    expect(await weeks()).toEqual({});
    expect((await counted()).countedFrom).toBe(api.clock.now().toISOString());
    for (const number of [1, 2, 4]) await levelAt(number);
    expect(await weeks()).toEqual({ small_numbers: { counting_to_10: { 0: 3 } } });
    await calls.use(link);
    expect(await weeks()).toEqual({ small_numbers: { counting_to_10: { 0: 2, 1: 1 } } });
    expect((await counted()).countedFrom).toBe(from);
  });

  it('restores the class’s first day of play', async () => {
    const helped = async () => (await game.counted(keys.classroomID)).json().help;
    const playAll = () => Promise.all(['013', '021'].map((code) => play(code)));
    await playAll();
    const link = await clear();
    api.clock.advance(15 * day);
    await playAll();
    expect(await helped()).toEqual([]);
    await calls.use(link);
    expect(await helped()).toEqual([{ studentCode: '037', reason: 'absent', package: null }]);
  });

  it('returns a student to a smaller class when progress is restored', async () => {
    await play('037');
    const link = await clear('1');
    expect(await students()).toMatchObject([{ studentCode: '013' }]);
    await calls.use(link);
    expect(await students()).toMatchObject([{ studentCode: '013' }, { studentCode: '037' }]);
    expect((await notice()).studentCodes).toEqual(['013', '037']);
    expect((await play('037')).statusCode).toBe(200);
  });

  it('restores progress that was cleared twice by separate links, in any order, once each', async () => {
    await play('013');
    const first = await clear();
    await play('021');
    const second = await clear();
    expect((await calls.use(second)).statusCode).toBe(200);
    expect(JSON.stringify(await students()).match(/1\/8/g)).toHaveLength(1);
    expect((await calls.use(first)).statusCode).toBe(200);
    expect(JSON.stringify(await students()).match(/1\/8/g)).toHaveLength(2);
    expect((await calls.use(first)).statusCode).toBe(410);
  });
});
