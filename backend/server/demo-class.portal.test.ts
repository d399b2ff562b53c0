import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { curriculum } from '../../src/config/curriculum.ts';
import { classroomDetailedPath } from '../../src/contracts/school-zone.ts';
import { createGame, type Game } from '../../emulators/game/game.ts';
import { createTestApi, gameKeys, ownOrigin, type TestApi, testTitleId } from '../testing/test-api.ts';

const answer = z.object({
  code: z.string(),
  students: z.array(z.object({ levelsPlayed: z.array(z.object({ concept: z.string(), completed: z.boolean() })) })),
});

describe('a simulated class at the portal’s API', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi();
  });
  afterAll(() => api.close());

  const intoApi: typeof fetch = async (input, init) => {
    const { pathname, search } = new URL(String(input));
    // Answers PlayFab's address as PlayFab would answer to a new player.
    if (pathname.startsWith('/playfab/')) return Response.json({ data: { PlayFabId: 'F00D' } });
    const body = init?.body instanceof URLSearchParams ? init.body.toString() : init?.body;
    const sent = await api.app.inject({
      method: init?.method === 'POST' ? 'POST' : 'GET',
      url: pathname + search,
      headers: Object.fromEntries(new Request(input, init).headers),
      ...(typeof body === 'string' && { payload: body }),
    });
    return new Response(sent.body, { status: sent.statusCode });
  };
  const gameWith = (gameKey: string): Game =>
    createGame({ url: ownOrigin, titleId: testTitleId, gameKey, fetch: intoApi, clock: api.infrastructure.clock });
  const read = async (classroomID: string) =>
    answer.parse((await api.app.inject({ method: 'GET', url: classroomDetailedPath(classroomID) })).json());

  it('shows the teacher every level that was reported', async () => {
    const game = gameWith(gameKeys[0] ?? '');
    const { classroomID, classroomCode } = await game.createClass({ numStudents: 6, language: 'fr' });
    const { completed } = await game.playWeek({ classroomID, week: 1, weeks: 1 });
    const { code, students } = await read(classroomID);
    expect([code, students.length]).toEqual([classroomCode, 6]);
    const done = students.flatMap(({ levelsPlayed }) => levelsPlayed.filter((level) => level.completed));
    expect(done).toHaveLength(completed);
    const known = curriculum.packages.flatMap(({ concepts }) => concepts.map(({ id }) => id));
    expect(done.filter(({ concept }) => !known.includes(concept))).toEqual([]);
  });

  it('continues live from the current progress', async () => {
    const game = gameWith(gameKeys[0] ?? '');
    const { classroomID } = await game.createClass({ numStudents: 3, language: 'en' });
    const { play } = await game.playLive({ classroomID });
    const { students } = await read(classroomID);
    expect(students.flatMap(({ levelsPlayed }) => levelsPlayed)).toEqual([
      expect.objectContaining({ concept: play?.concept, completed: play?.completed }),
    ]);
  });

  it('refuses a simulated class without the game’s key', async () => {
    const { classroomID } = await gameWith('').createClass({ numStudents: 3, language: 'en' });
    await expect(gameWith('a-key-of-nobody').playLive({ classroomID })).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });
});
