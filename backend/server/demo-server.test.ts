import { rmSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGame, type Game } from '../../emulators/game/game.ts';
import { PortalRefusal } from '../../emulators/game/portal.ts';
import { createRevenueCatEmulator } from '../../emulators/revenuecat/emulator.ts';
import { demoClassPaths } from '../../src/contracts/demo-class.ts';
import { buildFolder } from '../testing/server-process.ts';
import { createTestApi, encodeP, ownOrigin, randomPlayfabId, type TestApi } from '../testing/test-api.ts';
import { createDemoServer } from './demo-server.ts';
import { revenueCatKey, testTitleId } from '../testing/portal-parts.ts';

describe('the demo partner’s shop', () => {
  let api: TestApi;
  let demo: FastifyInstance;
  let built: string;
  beforeAll(async () => {
    api = await createTestApi();
    built = buildFolder();
    const { database, clock } = api;
    const intoApi: typeof fetch = async (input, init) => {
      const answer = await api.app.inject({
        method: 'POST',
        url: new URL(String(input)).pathname,
        headers: Object.fromEntries(new Headers(init?.headers)),
        payload: String(init?.body),
      });
      return new Response(answer.body, { status: answer.statusCode });
    };
    const revenueCat = await createRevenueCatEmulator({
      database: database.$pickTables<never>(),
      clock,
      apiKey: '',
      webhook: { url: `${ownOrigin}/api/revenuecat/webhook`, key: revenueCatKey, fetch: intoApi },
    });
    const game = createGame({ url: ownOrigin, titleId: testTitleId, gameKey: '', fetch: intoApi, clock });
    demo = await createDemoServer({ built, tellStoreEvent: revenueCat.tell, game });
  });
  afterAll(async () => {
    await demo.close();
    await api.close();
    rmSync(built, { recursive: true });
  });

  const press = (payload: object | string, headers: Record<string, string> = {}) =>
    demo.inject({ method: 'POST', url: '/store-events', payload, headers });
  const statusAfter = async (token: string, ...happenings: string[]): Promise<string> => {
    const userID: string = (await api.client.user(token)).json().data.id;
    for (const happening of happenings) {
      expect((await press({ userID, store: 'google', happening })).json()).toMatchObject({ status: 200 });
      await api.jobs.runDue();
    }
    const answer = await api.app.inject({ method: 'GET', url: `/api/user/subscription/status?p=${encodeP(token)}` });
    const { store, status, cancelAtPeriodEnd } = answer.json().subscription;
    return `${store}: ${status}${cancelAtPeriodEnd === true ? ', not renewed' : ''}`;
  };

  it.each([
    [['bought'], 'google: active'],
    [['bought', 'cancelled'], 'google: active, not renewed'],
    [['bought', 'expired'], 'google: ended'],
    [['bought', 'expired', 'renewed'], 'google: active'],
    [['bought', 'refunded'], 'google: ended'],
    [['refunded', 'bought'], 'google: active'],
    [['cancelled'], 'google: active, not renewed'],
  ])('reports a subscription that was %j as %s', async (happenings, status) => {
    expect(await statusAfter(await api.client.signIn(randomPlayfabId()), ...happenings)).toBe(status);
  });

  it('passes the portal’s answer on, and keeps the key from the browser', async () => {
    const answer = await press({ userID: 'marie', store: 'apple', happening: 'bought' });
    expect(answer.json()).toMatchObject({ status: 200, event: { store: 'APP_STORE', app_user_id: 'marie' } });
    expect(answer.body).not.toContain(revenueCatKey);
  });

  it('refuses unknown products, and pages that cannot send JSON', async () => {
    expect((await press({ userID: 'marie', store: 'apple', happening: 'given' })).statusCode).toBe(400);
    expect((await press({ userID: 'a b', store: 'apple', happening: 'bought' })).statusCode).toBe(400);
    const form = JSON.stringify({ userID: 'marie', store: 'apple', happening: 'bought' });
    expect((await press(form, { 'content-type': 'text/plain' })).statusCode).toBe(415);
  });
});

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
