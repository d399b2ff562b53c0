import { describe, expect, it } from 'vitest';
import { createGame } from '../../emulators/game/game.ts';
import { createRevenueCatEmulator } from '../../emulators/revenuecat/emulator.ts';
import { demoClassPaths } from '../../src/contracts/demo.ts';
import { buildFolder } from '../testing/server-process.ts';
import { createTestApi, encodeP, ownOrigin, randomPlayfabId } from '../testing/test-api.ts';
import { closeAfterAll } from '../testing/test-database.ts';
import { createDemoServer } from './demo-server.ts';
import { createFetchInto, revenueCatKey, testTitleId } from '../testing/portal-parts.ts';

const classroomID = 'abcdefghijklmnopqrstuv';

describe('the demo partner’s server', async () => {
  const api = await closeAfterAll(createTestApi());
  const built = buildFolder();
  const { database, clock } = api;
  const intoApi = createFetchInto(() => api.app);
  const revenueCat = await createRevenueCatEmulator({
    database: database.withoutPlugins().$pickTables<never>(),
    clock,
    apiKey: '',
    webhook: { url: `${ownOrigin}/api/revenuecat/webhook`, key: revenueCatKey, fetch: intoApi },
  });
  const game = createGame({ url: ownOrigin, titleId: testTitleId, gameKey: '', fetch: intoApi, clock });
  const demo = await closeAfterAll(createDemoServer({ built, tellStoreEvent: revenueCat.tell, game }));

  const press = (payload: object) => demo.inject({ method: 'POST', url: '/store-events', payload });
  const statusAfter = async (token: string, ...happenings: string[]): Promise<string> => {
    const userID: string = (await api.client.user(token)).json().data.id;
    for (const happening of happenings) {
      expect((await press({ userID, store: 'google', happening })).json()).toMatchObject({ status: 200 });
      await api.jobs.runDue();
    }
    const answer = await api.app.inject({ method: 'GET', url: `/api/user/subscription/status?p=${encodeP(token)}` });
    const { store, status, endsAt } = answer.json().subscription;
    return `${store}: ${status}${endsAt !== null ? ', not renewed' : ''}`;
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

  it.each([
    ['/store-events', { userID: 'marie', store: 'apple', happening: 'given' }],
    ['/store-events', { userID: 'a b', store: 'apple', happening: 'bought' }],
    [demoClassPaths.create, { numStudents: 36, language: 'en' }],
    [demoClassPaths.create, { numStudents: 12, language: 'de' }],
    [demoClassPaths.week, { classroomID, week: 1, weeks: 9 }],
    [demoClassPaths.week, { classroomID, week: 3, weeks: 2 }],
    [demoClassPaths.week, { classroomID: '../../api/user', week: 1, weeks: 1 }],
    [demoClassPaths.live, {}],
  ])('refuses %s with %j, and a page that cannot send JSON', async (url, payload) => {
    expect((await demo.inject({ method: 'POST', url, payload })).statusCode).toBe(400);
    const headers = { 'content-type': 'text/plain' };
    expect((await demo.inject({ method: 'POST', url, payload: JSON.stringify(payload), headers })).statusCode).toBe(
      415,
    );
  });
});
