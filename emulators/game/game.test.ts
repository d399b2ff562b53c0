import { describe, expect, it } from 'vitest';
import { curriculum, levelNamesOf } from '../../src/config/curriculum.ts';
import { isExcludedConcept } from '../../src/contracts/calls/school-zone.ts';
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
  it('creates a class as a teacher’s browser does', async () => {
    const { game, calls } = portalWith(aTeacher);
    const created = await game.createClass({ numStudents: 28, language: 'fr' });
    expect(created).toEqual({ classroomCode: 'K7P42M', classroomID });
    const [login, teacher] = calls;
    const form = new URLSearchParams(teacher?.body);
    expect(teacher?.path).toBe('/api/schoolzone/teachers?lang=fr');
    expect(Object.fromEntries(form)).toMatchObject({ name: 'Classe 3B', numStudents: '28', teacherPlayfabID: 'F00D' });
    expect(JSON.parse(login?.body ?? '')).toMatchObject({ CreateAccount: true, CustomId: form.get('teacherAuthID') });
    expect(form.get('teacherAuthID')).toMatch(/^[A-Za-z0-9_-]{43}$/);
  });

  it('reports each level of a week with the game key, and returns the number of levels', async () => {
    const { game, to } = portalWith({ ...aClass, [progress]: { body: { success: true } } });
    const { levels, completed } = await game.playWeek({ classroomID, week: 2, weeks: 2 });
    expect(to(progress)).toHaveLength(levels);
    expect(completed).toBeGreaterThan(levels / 2);
    expect(to(progress).filter(({ headers }) => headers.get('authorization') !== `Bearer ${gameKey}`)).toEqual([]);
    const codes = to(progress).map(({ body }) => JSON.parse(body).studentCode);
    expect(new Set(codes)).toEqual(new Set(['017', '025']));
    const first = { classroomCode: 'K7P42M', package: 'small_numbers' };
    expect(JSON.parse(to(progress)[0]?.body ?? '')).toMatchObject(first);
  });

  it('sends the game key with progress reports only', async () => {
    const { game, calls } = portalWith({ ...aTeacher, ...aClass, [progress]: { body: { success: true } } });
    await game.createClass({ numStudents: 2, language: 'en' });
    await game.playLive({ classroomID });
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

const classOf = (count: number): SimulatedStudent[] =>
  Array.from({ length: count }, (_, place) => ({ studentCode: String(place + 1).padStart(2, '0'), played: new Map() }));

const after = (plays: readonly DatedPlay[], students: readonly SimulatedStudent[]): SimulatedStudent[] =>
  students.map(({ studentCode, played: before }) => {
    const played = new Map(before);
    for (const play of plays.filter((one) => one.studentCode === studentCode))
      played.set(play.level, play.completed || played.get(play.level) === true);
    return { studentCode, played };
  });
/** Plays the weeks one after the other, as the game does. */
const playWeeks = (students: readonly SimulatedStudent[], weeks: number, seed = 1): DatedPlay[] =>
  Array.from({ length: weeks }, (_, index) => index + 1).reduce<DatedPlay[]>(
    (plays, week) => [...plays, ...playWeek(after(plays, students), { week, weeks }, now, seed)],
    [],
  );

const six = playWeeks(classOf(35), 6);

describe('playWeek and playLive', () => {
  it('plays the same weeks with the same seed, and different weeks with another seed', () => {
    expect(playWeeks(classOf(35), 6)).toEqual(six);
    expect(playWeeks(classOf(35), 6, 2)).not.toEqual(six);
  });

  it('reports only levels of the curriculum', () => {
    const levels = curriculum.packages.flatMap(({ id, concepts }) =>
      concepts.flatMap((concept) => levelNamesOf(concept).map((level) => [id, concept.id, level, concept.levels])),
    );
    const known = new Set(levels.map(String));
    const unknown = six.filter((play) => !known.has([play.package, play.concept, play.level, play.total].join()));
    expect(unknown).toEqual([]);
    expect(six.some(({ concept }) => isExcludedConcept(concept))).toBe(true);
  });

  it('plays on school days before today, in order, and within the period that the portal accepts', () => {
    const times = playWeeks(classOf(35), 8).map(({ playedAt }) => playedAt);
    expect(times).toEqual(times.toSorted());
    expect(times.filter((time) => new Date(time).getUTCDay() % 6 === 0)).toEqual([]);
    expect(now.getTime() - Date.parse(times[0] ?? '')).toBeLessThan(59 * day);
    expect(times.at(-1)?.slice(0, 10)).toBe('2026-05-12');
  });

  it('continues where the class stopped when it plays again', () => {
    const later = playWeeks(after(six, classOf(35)), 2);
    const packagesOf = (plays: readonly DatedPlay[]) => new Set(plays.map((play) => play.package));
    expect(packagesOf(later).has('advanced_fractions')).toBe(true);
    const done = new Set(six.filter(({ completed }) => completed).map((play) => play.studentCode + play.level));
    expect(later.filter((play) => done.has(play.studentCode + play.level))).toEqual([]);
  });

  it('plays one level at a time in live mode, until every level is completed', () => {
    const played = new Map(
      curriculum.packages.flatMap(({ concepts }) => concepts.flatMap(levelNamesOf)).map((name) => [name, true]),
    );
    expect(playLive([{ studentCode: '01', played }], now, 1)).toBeNull();
    played.set('tens_and_ones_04', false);
    expect(playLive([{ studentCode: '01', played }], now, 1)).toMatchObject({ level: 'tens_and_ones_04', total: 10 });
  });
});
