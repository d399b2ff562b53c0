import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openTestApi } from '../testing/test-api.ts';
import { day, minute } from '../../src/lib/time.ts';
import { gameKeys } from '../testing/portal-parts.ts';
import { type TestClassroom, createGameCalls, firstLevel, insertClassroom, read } from '../testing/school-calls.ts';
import { classroomDetailed, countedClassroom, schoolZonePaths } from '../../src/contracts/calls/school-zone.ts';
import { z } from 'zod';

const status = z.record(z.string(), z.record(z.string(), z.string()));

const api = await openTestApi();
const game = createGameCalls(api.app);
let classroom: TestClassroom;
beforeEach(async () => {
  classroom = await insertClassroom(api.database);
});

describe('GET classrooms/{id}/detailed', () => {
  const play = async (change: object = {}): Promise<void> => {
    const answer = await game.report({ ...firstLevel(classroom), ...change });
    expect(answer.json()).toEqual({ success: true });
  };
  const detailed = async () => {
    const answer = await game.detailed(classroom.classroomID);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    return read(classroomDetailed, answer.json());
  };
  const change = (to: { changedAt?: Date; era?: number; linkId?: string }) =>
    api.database.updateTable('classrooms').set(to).where('id', '=', classroom.id).execute();

  it('returns the class and all its students before anyone played', async () => {
    expect(await detailed()).toEqual({
      success: true,
      name: 'Ms Frizzle',
      code: classroom.classroomCode,
      createdAt: '2026-03-02T09:00:00.000Z',
      students: classroom.studentCodes.map((studentCode) => ({
        studentCode,
        levelStatus: '{}',
        levelsPlayed: [],
        lastPlayedAt: null,
        lastPackage: null,
      })),
    });
  });

  it('counts completed levels, and lists levels that were only opened', async () => {
    await play();
    await play({ level: 'counting_to_10_02', completed: false, playedAt: '2026-03-01T12:00:00+01:00' });
    await play({ concept: 'number_bonds_to_10', level: 'number_bonds_to_10_01', completed: false, total: 10 });
    await play({ concept: 'hub', level: 'hub_01', total: 8 });
    const [student] = (await detailed()).students;
    expect(status.parse(JSON.parse(student?.levelStatus ?? ''))).toEqual({
      small_numbers: { counting_to_10: '1/8', hub: '1/8', number_bonds_to_10: '0/10' },
    });
    expect(student?.levelsPlayed.toSorted((a, b) => a.level.localeCompare(b.level))).toEqual([
      { concept: 'counting_to_10', level: 'counting_to_10_01', completed: true },
      { concept: 'counting_to_10', level: 'counting_to_10_02', completed: false },
      { concept: 'hub', level: 'hub_01', completed: true },
      { concept: 'number_bonds_to_10', level: 'number_bonds_to_10_01', completed: false },
    ]);
    expect(student?.lastPlayedAt).toBe(api.clock.now().toISOString());
  });

  it('counts a completed level once, in the week of its day in UTC, but not an opened or a hidden one', async () => {
    const midnight = Math.ceil(api.clock.now().getTime() / day) * day;
    /** Returns the last minute of a day. */
    const at = (daysAgo: number): string => new Date(midnight - minute - daysAgo * day).toISOString();
    api.clock.advance(midnight - minute - api.clock.now().getTime());
    const completed = async () =>
      read(countedClassroom, (await game.counted(classroom.classroomID)).json()).students[0]?.completed;
    await play();
    await play({ level: 'counting_to_10_02', playedAt: at(7) });
    await play({ level: 'counting_to_10_03', playedAt: at(7).replace('23:59:00.000Z', '20:00:00-05:00') });
    await play({ level: 'counting_to_10_04', completed: false });
    await play({ level: 'counting_to_10_05', playedAt: at(55) });
    await play({ level: 'counting_to_10_06', playedAt: at(56) });
    await play({ concept: 'hub', level: 'hub_01' });
    const counted = { small_numbers: { counting_to_10: { 0: 2, 1: 1, 7: 1 } } };
    expect(await completed()).toEqual(counted);
    // A repetition moves nothing.
    await play({ level: 'counting_to_10_02' });
    expect(await completed()).toEqual(counted);
    const { etag } = (await game.counted(classroom.classroomID)).headers;
    api.clock.advance(minute);
    expect((await game.counted(classroom.classroomID, String(etag))).statusCode).toBe(200);
    expect(await completed()).toEqual({ small_numbers: { counting_to_10: { 0: 1, 1: 2 } } });
  });

  describe('students who may need help', () => {
    const pass = (days: number) => api.clock.advance(days * day);
    const help = async () => read(countedClassroom, (await game.counted(classroom.classroomID)).json()).help;
    const levels = Array.from({ length: 6 }, (_, index) => `counting_to_10_0${index + 1}`);

    it('compares by the server’s clock, and counts from the class’s first day of play', async () => {
      const [first, second, third] = classroom.studentCodes;
      pass(30);
      const playedAt = api.clock.now().toISOString();
      await play({ studentCode: first });
      await play({ studentCode: second, playedAt });
      pass(13.9);
      for (const studentCode of [first, second]) await play({ studentCode, level: levels[1] });
      expect(await help()).toEqual([]);
      pass(0.2);
      const { readAt } = (await game.counted(classroom.classroomID)).json();
      expect(readAt).toBe(api.clock.now().toISOString());
      expect(await help()).toEqual([{ studentCode: third, reason: 'absent', package: null }]);
    });

    it('counts from an earlier day that is reported later, but not from a day of a cleared class', async () => {
      const [first, second, third] = classroom.studentCodes;
      for (const studentCode of [first, second]) await play({ studentCode });
      pass(10);
      const playedAt = new Date(api.clock.now().getTime() - 15 * day).toISOString();
      await play({ studentCode: second, playedAt, level: levels[1] });
      expect((await help()).map(({ studentCode }) => studentCode)).toEqual([third]);
      await change({ era: 2 });
      for (const studentCode of [first, second]) await play({ studentCode });
      expect(await help()).toEqual([]);
    });

    it('names the package played last, and orders packages that were played at the same time', async () => {
      const [first, second, third] = classroom.studentCodes;
      const later = { package: 'fractions', concept: 'equal_parts', level: 'equal_parts_01' };
      for (const studentCode of [first, second]) {
        for (const level of levels) await play({ studentCode, level });
      }
      await play({ studentCode: third });
      const behind = [{ studentCode: third, reason: 'behind', package: 'small_numbers' }];
      expect(await help()).toEqual(behind);
      // The same moment: the package whose name comes first counts.
      await play({ studentCode: third, ...later });
      expect(await help()).toEqual([]);
      pass(1);
      await play({ studentCode: third, level: levels[1] });
      expect(await help()).toEqual(behind);
    });

    it('does not count levels of hidden concepts', async () => {
      const [first, second, third] = classroom.studentCodes;
      for (const studentCode of [first, second]) {
        for (const level of levels) await play({ studentCode, level });
      }
      const hidden = ['hub_01', 'hub_02', 'hub_03'];
      await play({ studentCode: third });
      for (const level of hidden) await play({ studentCode: third, concept: 'hub', level });
      expect((await help()).map(({ reason }) => reason)).toEqual(['behind']);
    });
  });

  it('answers the same 404 for a code, a wrong id and an old id', async () => {
    const old = classroom.classroomID;
    await change({ linkId: 'AnotherIdOf22Signs-_xy' });
    const closed = [old, classroom.classroomCode, classroom.id, 'A'.repeat(22), '%00', 'a/b', `${old}=`];
    for (const id of closed) {
      const answer = await game.detailed(id);
      expect([id, answer.statusCode, answer.json()]).toEqual([
        id,
        404,
        { success: false, error: 'CLASSROOM_DOES_NOT_EXIST' },
      ]);
    }
    expect((await game.detailed('AnotherIdOf22Signs-_xy')).statusCode).toBe(200);
  });

  it('serves 35 teachers behind one address who keep their pages open', async () => {
    const perPage = 20;
    const keys = { ip: '203.0.113.200' };
    const asked = Array.from({ length: 35 * perPage }, () => api.portal.limits.consume('classroom', keys));
    expect((await Promise.all(asked)).filter((limited) => limited !== null)).toEqual([]);
  });

  describe('a page that polls with the ETag', () => {
    const poll = async (known?: string) => {
      const { statusCode, headers, body } = await game.counted(classroom.classroomID, known);
      return { status: statusCode, etag: z.string().parse(headers.etag), body };
    };

    it('gets an empty 304 until something changes, without a warning in the log', async () => {
      const warn = vi.spyOn(api.app.log, 'warn');
      await play();
      const first = await poll();
      expect(first.status).toBe(200);
      api.clock.advance(minute);
      expect(await poll(first.etag)).toEqual({ status: 304, etag: first.etag, body: '' });
      expect(warn).not.toHaveBeenCalled();
      expect((await poll('W/"another"')).status).toBe(200);
    });

    it.each<[string, () => Promise<unknown>]>([
      ['a completed level', () => play({ level: 'counting_to_10_02' })],
      [
        'an opened concept',
        () => play({ concept: 'number_bonds_to_10', level: 'number_bonds_to_10_01', completed: false }),
      ],
      ['a larger total', () => play({ total: 9 })],
      [
        'a level that is completed by a late report',
        () => play({ level: 'counting_to_10_03', playedAt: '2026-03-01T12:00:00Z' }),
      ],
      ['an earlier first day of play', () => play({ completed: false, playedAt: '2026-03-01T11:00:00Z' })],
      ['a change of the class', () => change({ changedAt: new Date(api.clock.now().getTime() + 1) })],
      ['cleared progress', () => change({ era: 2 })],
      ['the next hour, in which an absence can begin', async () => api.clock.advance(60 * minute)],
    ])('gets the class again after %s', async (_what, happen) => {
      await play();
      const { etag } = await poll();
      await happen();
      expect((await poll(etag)).status).toBe(200);
    });

    it('gets no ETag with the levels, whose opening changes no count', async () => {
      expect((await game.detailed(classroom.classroomID)).headers).not.toHaveProperty('etag');
    });
  });
});

describe('POST progress', () => {
  beforeEach(async () => {
    classroom = await insertClassroom(api.database, { students: 35 });
  });

  const rows = () => api.database.selectFrom('progress').selectAll().where('classroomId', '=', classroom.id).execute();
  const refusalOf = async (change: object, from: { key?: string; ip?: string } = {}) => {
    const answer = await game.report({ ...firstLevel(classroom), ...change }, from);
    return [answer.statusCode, answer.json().error];
  };
  const succeed = async (change: object = {}, from: { key?: string; ip?: string } = {}): Promise<void> => {
    const answer = await game.report({ ...firstLevel(classroom), ...change }, from);
    expect([answer.statusCode, answer.json()]).toEqual([200, { success: true }]);
  };

  it('refuses a 36th student, a huge total, an unknown code and an old key', async () => {
    expect(await refusalOf({ studentCode: '361' })).toEqual([404, 'STUDENT_DOES_NOT_EXIST']);
    expect(await refusalOf({ total: 201 })).toEqual([400, 'INVALID_PAYLOAD']);
    expect(await refusalOf({ total: 1e300 })).toEqual([400, 'INVALID_PAYLOAD']);
    expect(await refusalOf({ classroomCode: '222-222' })).toEqual([404, 'CLASSROOM_DOES_NOT_EXIST']);
    expect(await refusalOf({}, { key: 'older-game-key-of-32-signs-or-more' })).toEqual([401, 'UNAUTHORIZED']);
    expect(await rows()).toEqual([]);
  });

  it('counts 13 for student 013, whose code a program has read as a number', async () => {
    expect(classroom.studentCodes[0]).toBe('013');
    await succeed({ studentCode: '13' });
    expect(await rows()).toHaveLength(1);
    expect(await refusalOf({ studentCode: '14' })).toEqual([404, 'STUDENT_DOES_NOT_EXIST']);
  });

  it('finds the class that has the code of a deleted one', async () => {
    await succeed();
    const { id, classroomCode: code } = classroom;
    await api.database.deleteFrom('classrooms').where('id', '=', id).execute();
    expect(await refusalOf({})).toEqual([404, 'CLASSROOM_DOES_NOT_EXIST']);
    classroom = { ...(await insertClassroom(api.database)), classroomCode: code };
    await api.database.updateTable('classrooms').set({ code }).where('id', '=', classroom.id).execute();
    await succeed();
    expect(await rows()).toHaveLength(1);
  });

  it('refuses a name in any field', async () => {
    for (const field of Object.keys({ ...firstLevel(classroom), playedAt: '' })) {
      expect([field, ...(await refusalOf({ [field]: 'Léa Tremblay' }))]).toEqual([
        field,
        expect.toBeOneOf([400, 404]),
        expect.stringMatching(/^(INVALID_PAYLOAD|\w+_DOES_NOT_EXIST)$/),
      ]);
    }
    expect(await refusalOf({ name: 'Léa' })).toEqual([400, 'INVALID_PAYLOAD']);
    expect(await refusalOf({ device: 'iPad' })).toEqual([400, 'INVALID_PAYLOAD']);
    expect(await rows()).toEqual([]);
  });

  it.each([
    ['package', 'geometry', 'PACKAGE_DOES_NOT_EXIST'],
    ['package', 'constructor', 'PACKAGE_DOES_NOT_EXIST'],
    ['concept', 'halves_and_quarters_of_nothing', 'CONCEPT_DOES_NOT_EXIST'],
    ['level', 'counting_to_10_99', 'LEVEL_DOES_NOT_EXIST'],
    ['level', 'counting_to_10_1', 'LEVEL_DOES_NOT_EXIST'],
  ])('refuses a %s that the curriculum does not have: %s is answered with %s', async (field, value, error) => {
    expect(await refusalOf({ [field]: value })).toEqual([400, error]);
  });

  it('accepts either of two keys, so that one can be replaced without downtime, and nothing without a key', async () => {
    for (const key of gameKeys) await succeed({}, { key });
    const payload = firstLevel(classroom);
    for (const headers of [{}, { authorization: gameKeys[0] }, { authorization: 'Bearer ' }]) {
      const answer = await api.app.inject({ method: 'POST', url: schoolZonePaths.progress, headers, payload });
      expect([answer.statusCode, answer.json().error]).toEqual([401, 'UNAUTHORIZED']);
    }
    expect(api.events).toContainEqual({ kind: 'refusal', code: 'UNAUTHORIZED', route: schoolZonePaths.progress });
  });

  it('keeps a completed level completed, however often and in any order reports arrive', async () => {
    const levels = ['counting_to_10_01', 'counting_to_10_02', 'counting_to_10_03'];
    const report = fc.record({
      level: fc.constantFrom(...levels),
      completed: fc.boolean(),
      total: fc.integer({ min: 1, max: 200 }),
      playedAt: fc
        .integer({ min: 0, max: 59 })
        .map((days) => new Date(api.clock.now().getTime() - days * day).toISOString()),
    });
    const history = fc
      .array(report, { minLength: 1, maxLength: 6 })
      .chain((once) =>
        fc.tuple(fc.constant(once), fc.shuffledSubarray([...once, ...once], { minLength: once.length * 2 })),
      );
    await fc.assert(
      fc.asyncProperty(history, async ([once, anyhow]) => {
        classroom = await insertClassroom(api.database, { students: 1 });
        for (const one of anyhow) await succeed(one);
        const firsts = Map.groupBy(
          once.filter(({ completed }) => completed),
          ({ level }) => level,
        );
        const firstDay = (level: string) =>
          firsts
            .get(level)
            ?.map(({ playedAt }) => playedAt.slice(0, 10))
            .toSorted()[0] ?? false;
        expect(await rows()).toMatchObject([
          {
            levels: Object.fromEntries(once.map(({ level }) => [level, firstDay(level)])),
            total: Math.max(...once.map(({ total }) => total)),
            playedAt: new Date(Math.max(...once.map(({ playedAt }) => Date.parse(playedAt)))),
          },
        ]);
      }),
      { numRuns: 40 },
    );
  });

  it('accepts offline progress of the last 60 days, and none from the future', async () => {
    const at = (milliseconds: number) => new Date(api.clock.now().getTime() + milliseconds).toISOString();
    await succeed({ playedAt: at(-60 * day) });
    expect((await rows()).map((row) => row.playedAt?.toISOString())).toEqual([at(-60 * day)]);
    expect(await refusalOf({ playedAt: at(-60 * day - 1) })).toEqual([400, 'INVALID_PAYLOAD']);
    expect(await refusalOf({ playedAt: at(5 * minute + 1) })).toEqual([400, 'INVALID_PAYLOAD']);
    expect(await refusalOf({ playedAt: 'yesterday' })).toEqual([400, 'INVALID_PAYLOAD']);
    await succeed({ playedAt: at(5 * minute) });
    expect((await rows()).map((row) => row.playedAt)).toEqual([api.clock.now()]);
  });

  it('accepts 6,000 reports of a class in ten minutes without delaying other classes', async () => {
    await succeed();
    const newest = api.database.selectFrom('rate_limits').select('key').where('count', '=', 1);
    await api.database.updateTable('rate_limits').set({ count: 5999 }).where('key', 'in', newest).execute();
    await succeed();
    const answer = await game.report(firstLevel(classroom));
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '600']);
    classroom = await insertClassroom(api.database);
    await succeed();
  });

  it('stops guessing at codes without blocking the existing codes', async () => {
    const ip = '198.51.100.9';
    for (let guess = 0; guess < 150; guess += 1) {
      expect(await refusalOf({ classroomCode: `222-${200 + guess}`.replaceAll(/[01]/g, 'A') }, { ip })).toEqual([
        404,
        'CLASSROOM_DOES_NOT_EXIST',
      ]);
      expect(await refusalOf({ studentCode: String(400 + guess) }, { ip })).toEqual([404, 'STUDENT_DOES_NOT_EXIST']);
    }
    expect(await refusalOf({ classroomCode: 'not a code' }, { ip })).toEqual([429, 'TOO_MANY_REQUESTS']);
    await succeed({}, { ip });
    api.clock.advance(10 * minute);
    expect(await refusalOf({ classroomCode: 'not a code' }, { ip })).toEqual([404, 'CLASSROOM_DOES_NOT_EXIST']);
  });
});
