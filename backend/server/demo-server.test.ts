import { rmSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGame } from '../../emulators/game/game.ts';
import { createStoreEvents } from '../../emulators/revenuecat/store-events.ts';
import { createStoreShop } from '../testing/store-events.ts';
import {
  createTestApi,
  randomPlayfabId,
  ownOrigin,
  encodeP,
  revenueCatKey,
  type TestApi,
  testTitleId,
} from '../testing/test-api.ts';
import { buildFolder } from '../testing/build-folder.ts';
import { createDemoServer } from './demo-server.ts';

const signingSecret = 'signing-secret-of-the-demo-32-signs';

describe('the demo partner’s shop', () => {
  let api: TestApi;
  let demo: FastifyInstance;
  let built: string;
  beforeAll(async () => {
    api = await createTestApi({
      secrets: { revenueCat: { keys: [revenueCatKey], signingSecrets: [signingSecret] } },
    });
    built = buildFolder();
    const shop = createStoreShop(api);
    const intoApi: typeof fetch = async (_url, init) => {
      const answer = await shop.post(String(init?.body), Object.fromEntries(new Headers(init?.headers)));
      return new Response(answer.body, { status: answer.statusCode });
    };
    const url = 'http://localhost/api/revenuecat/webhook';
    const events = createStoreEvents({
      url,
      key: revenueCatKey,
      signingSecret,
      fetch: intoApi,
      clock: api.infrastructure.clock,
    });
    const game = createGame({
      url: ownOrigin,
      titleId: testTitleId,
      gameKey: '',
      fetch: intoApi,
      clock: api.infrastructure.clock,
    });
    demo = await createDemoServer({ built, tellStoreEvent: events.tell, game });
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
      api.infrastructure.clock.advance(1);
      const { event } = (await press({ userID, store: 'google', happening })).json();
      await api.portal.stores.apply(event);
    }
    const answer = await api.app.inject({ method: 'GET', url: `/api/user/subscription/status?p=${encodeP(token)}` });
    const { status, cancelAtPeriodEnd } = answer.json().subscription;
    return `${status}${cancelAtPeriodEnd === true ? ', not renewed' : ''}`;
  };

  it.each([
    [['bought'], 'active'],
    [['bought', 'cancelled'], 'active, not renewed'],
    [['bought', 'expired'], 'ended'],
    [['bought', 'expired', 'renewed'], 'active'],
    [['bought', 'refunded'], 'ended'],
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
