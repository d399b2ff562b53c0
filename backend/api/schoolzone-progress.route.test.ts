import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { schoolZonePaths } from '../../src/contracts/school-zone.ts';
import { insertClassroom, type TestClassroom, createGameCalls, firstLevel } from '../testing/school-calls.ts';
import { createTestApi, type TestApi } from '../testing/test-api.ts';
import { minute, day } from '../../src/lib/durations.ts';
import { gameKeys } from '../testing/portal-parts.ts';

describe('POST progress', () => {
  let api: TestApi;
  let game: ReturnType<typeof createGameCalls>;
  let classroom: TestClassroom;
  beforeAll(async () => {
    api = await createTestApi();
    game = createGameCalls(api.app);
  });
  beforeEach(async () => {
    classroom = await insertClassroom(api.infrastructure.database, { students: 35 });
  });
  afterAll(() => api.close());

  const rows = () =>
    api.infrastructure.database.selectFrom('progress').selectAll().where('classroom_id', '=', classroom.id).execute();
  const refusalOf = async (change: object, from: { key?: string; ip?: string } = {}) => {
    const answer = await game.report({ ...firstLevel(classroom), ...change }, from);
    return [answer.statusCode, answer.json().error];
  };
  const succeed = async (change: object = {}, from: { key?: string; ip?: string } = {}): Promise<void> => {
    const answer = await game.report({ ...firstLevel(classroom), ...change }, from);
    expect([answer.statusCode, answer.json()]).toEqual([200, { success: true }]);
  };

  it('stores what was played, by whom and when', async () => {
    await succeed();
    const now = api.infrastructure.clock.now();
    expect(await rows()).toEqual([
      {
        classroom_id: classroom.id,
        era: 1,
        student_code: classroom.studentCodes[0],
        package: 'small_numbers',
        concept: 'counting_to_10',
        total: 8,
        levels: { counting_to_10_01: true },
        done: 1,
        played_at: now,
        changed_at: now,
      },
    ]);
  });

  it('refuses a 36th student, a huge total, an unknown code and an old key', async () => {
    expect(await refusalOf({ studentCode: '361' })).toEqual([404, 'STUDENT_DOES_NOT_EXIST']);
    expect(await refusalOf({ total: 201 })).toEqual([400, 'INVALID_PAYLOAD']);
    expect(await refusalOf({ total: 1e300 })).toEqual([400, 'INVALID_PAYLOAD']);
    expect(await refusalOf({ classroomCode: '222-222' })).toEqual([404, 'CLASSROOM_DOES_NOT_EXIST']);
    expect(await refusalOf({}, { key: 'older-game-key-of-32-signs-or-more' })).toEqual([401, 'UNAUTHORIZED']);
    expect(await rows()).toEqual([]);
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

  it('accepts a code in lower case and without its dash', async () => {
    await succeed({ classroomCode: classroom.classroomCode.toLowerCase().replace('-', '') });
    expect(await rows()).toHaveLength(1);
  });

  it('refuses progress of a student who left the class', async () => {
    const [code = ''] = classroom.studentCodes;
    await api.infrastructure.database
      .updateTable('students')
      .set({ active: false })
      .where('classroom_id', '=', classroom.id)
      .where('code', '=', code)
      .execute();
    expect(await refusalOf({})).toEqual([404, 'STUDENT_DOES_NOT_EXIST']);
  });

  it('keeps a completed level completed, however often and in any order reports arrive', async () => {
    const levels = ['counting_to_10_01', 'counting_to_10_02', 'counting_to_10_03'];
    const report = fc.record({
      level: fc.constantFrom(...levels),
      completed: fc.boolean(),
      total: fc.integer({ min: 1, max: 200 }),
      playedAt: fc
        .integer({ min: 0, max: 59 })
        .map((days) => new Date(api.infrastructure.clock.now().getTime() - days * day).toISOString()),
    });
    const history = fc
      .array(report, { minLength: 1, maxLength: 6 })
      .chain((once) =>
        fc.tuple(fc.constant(once), fc.shuffledSubarray([...once, ...once], { minLength: once.length * 2 })),
      );
    await fc.assert(
      fc.asyncProperty(history, async ([once, anyhow]) => {
        classroom = await insertClassroom(api.infrastructure.database, { students: 1 });
        for (const one of anyhow) await succeed(one);
        const done = (level: string) => once.filter((one) => one.level === level).some(({ completed }) => completed);
        expect(await rows()).toMatchObject([
          {
            levels: Object.fromEntries(once.map(({ level }) => [level, done(level)])),
            total: Math.max(...once.map(({ total }) => total)),
            played_at: new Date(Math.max(...once.map(({ playedAt }) => Date.parse(playedAt)))),
          },
        ]);
      }),
      { numRuns: 40 },
    );
  });

  it('accepts offline progress of the last 60 days, and none from the future', async () => {
    const at = (milliseconds: number) =>
      new Date(api.infrastructure.clock.now().getTime() + milliseconds).toISOString();
    await succeed({ playedAt: at(-60 * day) });
    expect((await rows()).map((row) => row.played_at.toISOString())).toEqual([at(-60 * day)]);
    expect(await refusalOf({ playedAt: at(-60 * day - 1) })).toEqual([400, 'INVALID_PAYLOAD']);
    expect(await refusalOf({ playedAt: at(5 * minute + 1) })).toEqual([400, 'INVALID_PAYLOAD']);
    expect(await refusalOf({ playedAt: 'yesterday' })).toEqual([400, 'INVALID_PAYLOAD']);
    await succeed({ playedAt: at(5 * minute) });
    expect((await rows()).map((row) => row.played_at)).toEqual([api.infrastructure.clock.now()]);
  });

  it('accepts 6,000 reports of a class in ten minutes without delaying other classes', async () => {
    await succeed();
    const newest = api.infrastructure.database.selectFrom('rate_limits').select('key').where('count', '=', 1);
    await api.infrastructure.database
      .updateTable('rate_limits')
      .set({ count: 5999 })
      .where('key', 'in', newest)
      .execute();
    await succeed();
    const answer = await game.report(firstLevel(classroom));
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '600']);
    classroom = await insertClassroom(api.infrastructure.database);
    await succeed();
  });

  it('stops guessing at codes without blocking the existing codes', async () => {
    const ip = '198.51.100.9';
    for (let guess = 0; guess < 150; guess += 1) {
      expect(await refusalOf({ classroomCode: `222-${200 + guess}`.replaceAll(/[01]/g, 'A') }, { ip })).toEqual([
        404,
        'CLASSROOM_DOES_NOT_EXIST',
      ]);
      expect(await refusalOf({ studentCode: `4${guess}` }, { ip })).toEqual([404, 'STUDENT_DOES_NOT_EXIST']);
    }
    expect(await refusalOf({ classroomCode: 'not a code' }, { ip })).toEqual([429, 'TOO_MANY_REQUESTS']);
    await succeed({}, { ip });
    api.infrastructure.clock.advance(10 * minute);
    expect(await refusalOf({ classroomCode: 'not a code' }, { ip })).toEqual([404, 'CLASSROOM_DOES_NOT_EXIST']);
  });
});
