import { describe, expect, it } from 'vitest';
import { createGame } from './game.ts';

const now = new Date('2026-05-13T09:00:00Z');
const classroomID = 'abcdefghijklmnopqrstuv';
const gameKey = 'key-of-the-game';

type Call = { path: string; headers: Headers; body: string };

/** Returns a game whose portal responds with `answers[path]`, and the calls that the portal received. */
const portalWith = (answers: Record<string, { status?: number; body: object }>) => {
  const calls: Call[] = [];
  const answer: typeof fetch = async (input, init) => {
    const url = new URL(String(input));
    calls.push({
      path: url.pathname + url.search,
      headers: new Headers(init?.headers),
      body: String(init?.body ?? ''),
    });
    const { status = 200, body } = answers[url.pathname] ?? {
      status: 404,
      body: { success: false, error: 'NOT_FOUND' },
    };
    return Response.json(body, { status });
  };
  const game = createGame({
    url: 'http://portal',
    titleId: 'MATHS',
    gameKey,
    fetch: answer,
    clock: { now: () => now },
  });
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
    expect(JSON.parse(to(progress)[0]?.body ?? '')).toMatchObject({
      classroomCode: 'K7P42M',
      package: 'small_numbers',
    });
  });

  it('sends the game key with progress reports only', async () => {
    const { game, calls } = portalWith({ ...aTeacher, ...aClass, [progress]: { body: { success: true } } });
    await game.createClass({ numStudents: 2, language: 'en' });
    await game.playLive({ classroomID });
    const others = calls.filter(({ path }) => path !== progress);
    expect(others.flatMap(({ headers, path, body }) => [...headers.values(), path, body]).join()).not.toContain(
      gameKey,
    );
  });

  it('stops when the portal rejects a report, and throws with the error code of the portal', async () => {
    const refusal = { status: 429, body: { success: false, error: 'TOO_MANY_REQUESTS' } };
    const { game, to } = portalWith({ ...aClass, [progress]: refusal });
    await expect(game.playWeek({ classroomID, week: 1, weeks: 1 })).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
    });
    expect(to(progress).length).toBeLessThanOrEqual(16);
    const nowhere = portalWith({});
    await expect(nowhere.game.playLive({ classroomID })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
