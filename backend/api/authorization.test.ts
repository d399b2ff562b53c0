import type { RouteOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiPaths } from '../../src/contracts/api.ts';
import { declarationPaths } from '../../src/contracts/declaration.ts';
import { createPayer, type Payer } from '../testing/payer.ts';
import { createTestApi, randomPlayfabId, newToken, encodeP, type TestApi } from '../testing/test-api.ts';

type Place = NonNullable<NonNullable<RouteOptions['config']>['tokenIn']>;
type Case = { name: string; token(api: TestApi): Promise<string | undefined>; error: string };

const cases: Case[] = [
  { name: 'no token', token: async () => undefined, error: 'UNAUTHORIZED' },
  { name: 'an unknown token', token: async () => newToken(), error: 'TOKEN_EXPIRED' },
  {
    name: 'a token that was bound but never activated',
    token: async (api) => {
      const token = newToken();
      await api.client.bind(randomPlayfabId(), token);
      return token;
    },
    error: 'TOKEN_EXPIRED',
  },
  {
    name: 'an expired token',
    token: async (api) => {
      const token = await api.client.signIn(randomPlayfabId());
      api.infrastructure.clock.advance(30 * 24 * 3_600_000);
      return token;
    },
    error: 'TOKEN_EXPIRED',
  },
  {
    name: 'a revoked token',
    token: async (api) => {
      const token = await api.client.signIn(randomPlayfabId());
      await api.client.signOut(token);
      return token;
    },
    error: 'TOKEN_EXPIRED',
  },
  {
    name: "a deleted account's token",
    token: async (api) => {
      const token = await api.client.signIn(randomPlayfabId());
      await api.client.deleteAccount(token);
      return token;
    },
    error: 'TOKEN_EXPIRED',
  },
];

/** Puts a token into the place that the route's contract defines. */
const carry: Record<Place, (token: string) => { query: string; headers: Record<string, string> }> = {
  p: (token) => ({ query: `p=${encodeP(token)}`, headers: {} }),
  token: (token) => ({ query: `p=1&lang=en&token=${token}`, headers: {} }),
  bearer: (token) => ({ query: 'p=1', headers: { authorization: `Bearer ${token}` } }),
};

/**
 * The parameters that a route requires in addition to the token. The ids are part of the product's contract and grant
 * no access.
 */
const bodies: Record<string, (payer: Payer, customerID: string) => object> = {
  [apiPaths.purchaseSession]: ({ userId }) => ({ userID: userId, lang: 'en' }),
  [apiPaths.manageSubscription]: (_payer, customerID) => ({ customerID, lang: 'en' }),
  [apiPaths.refreshSubscription]: () => ({}),
};

describe('authorization: every route × {no, unknown, unactivated, expired, revoked, deleted}', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi();
  });
  afterAll(() => api.close());

  const subscribe = async (payer: Payer): Promise<string> => {
    const { customerId } = await payer.pay();
    await payer.refresh();
    return customerId;
  };
  const guarded = () => api.routes.filter((route) => route.auth === 'user');

  it('covers every route that requires a user', () => {
    expect(guarded().map((route) => `${route.method} ${route.url}`)).toEqual([
      'DELETE /api/user/integrations',
      'GET /api/user',
      'DELETE /api/user',
      'GET /api/user/',
      'DELETE /api/user/',
      'GET /api/user/subscription/status',
      'POST /api/stripe/subscription/purchaseSession',
      'POST /api/stripe/subscription/manage',
      'POST /api/stripe/subscription/refresh',
      'GET /api/user/declarations',
      'POST /api/user/declarations',
      'POST /api/user/declarations/undo',
    ]);
  });

  it.each(cases)('refuses every invalid token on $name', async ({ token: make, error }) => {
    for (const { method, url, tokenIn } of guarded()) {
      const token = await make(api);
      const { query, headers } =
        token === undefined ? { query: tokenIn === 'bearer' ? 'p=1' : '', headers: {} } : carry[tokenIn ?? 'p'](token);
      const answer = await api.app.inject({ method, url: `${url}?${query}`, headers });
      expect([method, url, answer.statusCode, answer.json()]).toEqual([method, url, 401, { success: false, error }]);
    }
  });

  it('gives access to the token owner’s account only', async () => {
    const [mine, yours] = [await api.client.signIn(randomPlayfabId()), await api.client.signIn(randomPlayfabId())];
    const [me, you] = [(await api.client.user(mine)).json(), (await api.client.user(yours)).json()];
    expect(me.data.id).not.toBe(you.data.id);
    await api.client.deleteAccount(yours);
    expect((await api.client.user(mine)).json()).toEqual(me);
  });

  it('refuses another user’s ids in a body, and changes nothing', async () => {
    const victim = await createPayer(api);
    const customer = await subscribe(victim);
    const before = await victim.status();
    for (const [url, bodyOf] of Object.entries(bodies)) {
      const thief = await createPayer(api);
      const { headers } = carry.bearer(thief.token);
      const answer = await api.app.inject({ method: 'POST', url, headers, payload: bodyOf(victim, customer) });
      const nothing = url === apiPaths.refreshSubscription ? [200, undefined] : [401, 'UNAUTHORIZED'];
      expect([url, answer.statusCode, answer.json().error]).toEqual([url, ...nothing]);
      expect([url, (await thief.status()).isSubscribed, await thief.customers()]).toEqual([url, false, []]);
    }
    expect(await victim.status()).toEqual(before);
  });

  it('accepts a signed-in user on every route', async () => {
    for (const { method, url, tokenIn } of guarded()) {
      const payer = await createPayer(api);
      const customer = url === apiPaths.manageSubscription ? await subscribe(payer) : '';
      const { query, headers } = carry[tokenIn ?? 'p'](payer.token);
      if (url === declarationPaths.undo) await api.portal.declarations.declare(payer.userId, 'cancellation', 'en');
      const declares = method === 'POST' && url === declarationPaths.declarations;
      const payload = declares ? { kind: 'cancellation', lang: 'en' } : bodies[url]?.(payer, customer);
      const answer = await api.app.inject({ method, url: `${url}?${query}`, headers, ...(payload && { payload }) });
      expect([method, url, answer.statusCode, answer.json().success]).toEqual([method, url, 200, true]);
    }
  });

  it('sets no cookie at a sign-in, and grants nothing by a cookie', async () => {
    const token = newToken();
    await api.client.bind(randomPlayfabId(), token);
    const put = await api.client.put(token);
    expect([put.statusCode, put.headers['set-cookie']]).toEqual([200, undefined]);
    const cookie = `token=${token}; session=${token}; authorization=Bearer ${token}; p=${encodeP(token)}`;
    for (const { method, url } of guarded()) {
      const answer = await api.app.inject({ method, url: `${url}?p=1`, headers: { cookie } });
      expect([method, url, answer.statusCode < 400]).toEqual([method, url, false]);
    }
    expect(await api.client.isSignedIn(token)).toBe(true);
  });

  it('answers 400 to a repeated or malformed `p`', async () => {
    const p = encodeP(await api.client.signIn(randomPlayfabId()));
    for (const query of [`p=${p}&p=${p}`, 'p=', 'p=%00', 'p[]=x', `p=${'A'.repeat(2000)}`]) {
      const answer = await api.app.inject({ method: 'GET', url: `/api/user?${query}` });
      expect([query.slice(0, 9), answer.statusCode]).toEqual([query.slice(0, 9), query === 'p[]=x' ? 401 : 400]);
    }
  });

  it('answers 400 to a deletion for another platform than the web portal, and deletes nothing', async () => {
    const token = await api.client.signIn(randomPlayfabId());
    const answer = await api.app.inject({ method: 'DELETE', url: `/api/user/?lang=en&token=${token}&p=2` });
    expect([answer.statusCode, answer.json()]).toEqual([400, { success: false, error: 'INVALID_PAYLOAD' }]);
    expect(await api.client.isSignedIn(token)).toBe(true);
  });
});
