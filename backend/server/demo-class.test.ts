import { rmSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoClassPaths } from '../../src/contracts/demo-class.ts';
import type { Game } from '../../emulators/game/game.ts';
import { PortalRefusal } from '../../emulators/game/portal.ts';
import { buildFolder } from '../testing/build-folder.ts';
import { createDemoServer } from './demo-server.ts';

const classroomID = 'abcdefghijklmnopqrstuv';

describe('the demo partner’s simulated class', () => {
  let demo: FastifyInstance;
  let built: string;
  const asked: object[] = [];
  const game: Game = {
    createClass: async (body) => {
      asked.push(body);
      return { classroomCode: 'K7P42M', classroomID };
    },
    playWeek: async (body) => {
      asked.push(body);
      return { levels: 20, completed: 17 };
    },
    playLive: async () => {
      throw new PortalRefusal('TOO_MANY_REQUESTS');
    },
  };
  beforeAll(async () => {
    built = buildFolder();
    const tellStoreEvent = async () => ({ status: 200, event: {} });
    demo = await createDemoServer({ built, tellStoreEvent, game });
  });
  afterAll(async () => {
    await demo.close();
    rmSync(built, { recursive: true });
  });

  const press = (url: string, payload: object | string, headers: Record<string, string> = {}) =>
    demo.inject({ method: 'POST', url, payload, headers });

  it('registers a class and answers with its code and id', async () => {
    const answer = await press(demoClassPaths.create, { numStudents: 12, language: 'fr' });
    expect(answer.json()).toEqual({ classroomCode: 'K7P42M', classroomID });
    expect(asked.at(-1)).toEqual({ numStudents: 12, language: 'fr' });
  });

  it('lets a class play a week', async () => {
    const body = { classroomID, week: 1, weeks: 2 };
    expect((await press(demoClassPaths.week, body)).json()).toEqual({ levels: 20, completed: 17 });
    expect(asked.at(-1)).toEqual(body);
  });

  it('passes the portal’s refusal on', async () => {
    const answer = await press(demoClassPaths.live, { classroomID });
    expect([answer.statusCode, answer.json()]).toEqual([502, { error: 'TOO_MANY_REQUESTS' }]);
  });

  it.each([
    [demoClassPaths.create, { numStudents: 36, language: 'en' }],
    [demoClassPaths.create, { numStudents: 12, language: 'de' }],
    [demoClassPaths.week, { classroomID, week: 1, weeks: 9 }],
    [demoClassPaths.week, { classroomID, week: 3, weeks: 2 }],
    [demoClassPaths.week, { classroomID: '../../api/user', week: 1, weeks: 1 }],
    [demoClassPaths.live, {}],
  ])('sends nothing to the portal for %s %j', async (path, body) => {
    const before = asked.length;
    const answer = await press(path, body);
    expect([answer.statusCode, answer.json(), asked.length]).toEqual([400, { error: 'INVALID_PAYLOAD' }, before]);
  });

  it('refuses a page that cannot send JSON', async () => {
    const form = JSON.stringify({ classroomID });
    expect((await press(demoClassPaths.live, form, { 'content-type': 'text/plain' })).statusCode).toBe(415);
  });
});
