import { describe, expect, it } from 'vitest';
import { curriculum, levelNamesOf } from '../../src/config/curriculum.ts';
import { day } from '../../src/lib/durations.ts';
import { createGame } from './game.ts';
import { type DatedPlay, playLive, playWeek, type SimulatedStudent } from './play.ts';

const now = new Date('2026-05-13T09:00:00Z');
const classroomID = 'abcdefghijklmnopqrstuv';
const gameKey = 'key-of-the-game';

type Call = { path: string; headers: Headers; body: string };

/** Returns a game whose portal responds with `answers[path]`, and the calls that the portal received. */
const portalWith = (answers: Record<string, { status?: number; body: object }>) => {
  const calls: Call[] = [];
  const answer: typeof fetch = async (input, init) => {
    const url = new URL(String(input));
    const path = url.pathname + url.search;
    calls.push({ path, headers: new Headers(init?.headers), body: String(init?.body ?? '') });
    const missing = { status: 404, body: { success: false, error: 'NOT_FOUND' } };
    const { status = 200, body } = answers[url.pathname] ?? missing;
    return Response.json(body, { status });
  };
  const clock = { now: () => now };
  const game = createGame({ url: 'http://portal', titleId: 'MATHS', gameKey, fetch: answer, clock });
  return { game, calls, to: (path: string) => calls.filter((call) => call.path === path) };
};

const detailed = `/api/schoolzone/classrooms/${classroomID}/detailed`;
const progress = '/api/schoolzone/progress';
const students = ['017', '025'].map((studentCode) => ({ studentCode, levelStatus: '{}', levelsPlayed: [] }));
const aTeacher = {
  '/playfab/Client/LoginWithCustomID': { body: { data: { PlayFabId: 'F00D' } } },
  '/api/schoolzone/teachers': { body: { success: true, classroomCode: 'K7P42M', classroomID } },
};
const aClass = { [detailed]: { body: { success: true, code: 'K7P42M', students } } };

describe('createGame', () => {
  it('reports each level of a week with the game key, which nothing else gets', async () => {
    const { game, calls, to } = portalWith({ ...aTeacher, ...aClass, [progress]: { body: { success: true } } });
    await game.createClass({ numStudents: 2, language: 'en' });
    const { levels } = await game.playWeek({ classroomID, week: 2, weeks: 2 });
    await game.playLive({ classroomID });
    expect(to(progress)).toHaveLength(levels + 1);
    const reports = to(progress).map(({ body }) => JSON.parse(body));
    expect(reports[0]).toMatchObject({ classroomCode: 'K7P42M', package: 'small_numbers' });
    expect(new Set(reports.map(({ studentCode }) => studentCode))).toEqual(new Set(['017', '025']));
    expect(to(progress).filter(({ headers }) => headers.get('authorization') !== `Bearer ${gameKey}`)).toEqual([]);
    const others = calls.filter(({ path }) => path !== progress);
    const sent = others.flatMap(({ headers, path, body }) => [...headers.values(), path, body]);
    expect(sent.join()).not.toContain(gameKey);
  });

  it('stops when the portal rejects a report, and throws with the error code of the portal', async () => {
    const refusal = { status: 429, body: { success: false, error: 'TOO_MANY_REQUESTS' } };
    const { game, to } = portalWith({ ...aClass, [progress]: refusal });
    const week = game.playWeek({ classroomID, week: 1, weeks: 1 });
    await expect(week).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    expect(to(progress).length).toBeLessThanOrEqual(16);
    const nowhere = portalWith({});
    await expect(nowhere.game.playLive({ classroomID })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

it('plays levels of the curriculum on school days before today, in order, and no completed level again', () => {
  const classOf = (plays: readonly DatedPlay[]): SimulatedStudent[] =>
    Array.from({ length: 24 }, (_, place) => {
      const own = plays.filter(({ studentCode }) => studentCode === String(place));
      return { studentCode: String(place), played: new Map(own.map(({ level, completed }) => [level, completed])) };
    });
  const plays: DatedPlay[] = [];
  for (let week = 1; week <= 8; week += 1) {
    const done = new Set(
      plays.filter(({ completed }) => completed).map(({ studentCode, level }) => studentCode + level),
    );
    const next = playWeek(classOf(plays), { week, weeks: 8 }, now);
    expect(next.filter(({ studentCode, level }) => done.has(studentCode + level))).toEqual([]);
    plays.push(...next);
  }
  const known = new Set(
    curriculum.packages.flatMap(({ id, concepts }) =>
      concepts.flatMap((concept) =>
        levelNamesOf(concept).map((level) => [id, concept.id, level, concept.levels].join()),
      ),
    ),
  );
  const names = plays.map((play) => [play.package, play.concept, play.level, play.total].join());
  expect(names.filter((name) => !known.has(name))).toEqual([]);
  const times = plays.map(({ playedAt }) => playedAt);
  expect(times).toEqual(times.toSorted());
  expect(times.filter((time) => new Date(time).getUTCDay() % 6 === 0)).toEqual([]);
  // The period that the portal accepts.
  expect(now.getTime() - Date.parse(times[0] ?? '')).toBeLessThan(59 * day);
  expect(times.at(-1)?.slice(0, 10)).toBe('2026-05-12');
});

it('plays one level at a time in live mode, until every level is completed', () => {
  const played = new Map(
    curriculum.packages.flatMap(({ concepts }) => concepts.flatMap(levelNamesOf)).map((name) => [name, true]),
  );
  expect(playLive([{ studentCode: '01', played }])).toBeNull();
  played.set('tens_and_ones_04', false);
  expect(playLive([{ studentCode: '01', played }])).toMatchObject({ level: 'tens_and_ones_04', total: 10 });
});
