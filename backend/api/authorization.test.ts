import Fastify, { type RouteOptions } from 'fastify';
import { describe, expect, it } from 'vitest';
import { apiPaths } from '../../src/contracts/api.ts';
import { mailMoveInLink, openMoveInLink } from '../../src/contracts/calls/account.ts';
import { declarationPaths } from '../../src/contracts/calls/cancel.ts';
import { day } from '../../src/lib/time.ts';
import {
  openTestApi,
  randomPlayfabId,
  newToken,
  encodeP,
  type TestApi,
  createPayer,
  type Payer,
} from '../testing/test-api.ts';
import { newestMail } from '../testing/school-calls.ts';
import { requireGuards } from './guards.ts';

type Place = NonNullable<NonNullable<RouteOptions['config']>['tokenIn']>;
/** Returns a token of a session, after something has ended it. */
const endedBy = (end: (api: TestApi, token: string) => unknown) => async (api: TestApi) => {
  const token = await api.client.signIn(randomPlayfabId());
  await end(api, token);
  return token;
};
/** Each kind of invalid token. Every route answers all of them alike, except a missing one. */
const cases: [name: string, token: (api: TestApi) => Promise<string | undefined>][] = [
  ['no token', async () => undefined],
  ['an unknown token', async () => newToken()],
  [
    'a token that was bound but never activated',
    async (api) => {
      const token = newToken();
      await api.client.bind(randomPlayfabId(), token);
      return token;
    },
  ],
  ['an expired token', endedBy((api) => api.clock.advance(30 * day))],
  ['a revoked token', endedBy((api, token) => api.client.signOut(token))],
  ["a deleted account's token", endedBy((api, token) => api.client.deleteAccount(token))],
];

/** Puts a token into the place that the route's contract defines. */
const carry: Record<Place, (token: string) => { query: string; headers: Record<string, string> }> = {
  p: (token) => ({ query: `p=${encodeP(token)}`, headers: {} }),
  token: (token) => ({ query: `p=1&lang=en&token=${token}`, headers: {} }),
  bearer: (token) => ({ query: 'p=1', headers: { authorization: `Bearer ${token}` } }),
};

/** The parameters that a route requires beside the token. The ids, part of the product's contract, grant no access. */
const bodies: Record<string, (payer: Payer, customerID: string, api: TestApi) => object> = {
  [apiPaths.purchaseSession]: ({ userId }) => ({ userID: userId, lang: 'en' }),
  [apiPaths.manageSubscription]: (_payer, customerID) => ({ customerID, lang: 'en' }),
  [apiPaths.refreshSubscription]: () => ({}),
  [mailMoveInLink.path]: () => ({ lang: 'en' }),
  [openMoveInLink.path]: async ({ userId, email }, _customerID, { portal, jobs }) => {
    await portal.moveInLink.mail(userId, 'en');
    await jobs.runDue();
    return { secret: newestMail(jobs.mails, email, 'move-in-link').values.link.token };
  },
};

describe('authorization', async () => {
  const api = await openTestApi();

  const subscribe = async (payer: Payer): Promise<string> => {
    const { customerId } = await payer.pay();
    await payer.refresh();
    return customerId;
  };
  const guarded = () => api.routes.filter((route) => route.auth === 'user');

  it('allows exactly this list of public routes', () => {
    const open = api.routes.filter((route) => route.auth === 'public').map(({ method, url }) => `${method} ${url}`);
    expect(open).toEqual([
      'ANY /api',
      'ANY /api/*',
      'ANY /playfab-functions/*',
      'ANY /.well-known/*',
      'GET /.well-known/jwks.json',
      'PUT /api/user/integrations',
      'POST /api/user/password-reset',
      'POST /api/analytics/log',
      'GET /api/geolocation',
      'POST /api/user/declarations/mailed',
      'GET /api/user/declarations/link',
      'POST /api/user/declarations/link',
      'POST /api/user/declarations/reason',
      'POST /api/schoolzone/teachers',
      'PUT /api/schoolzone/classrooms',
      'POST /api/schoolzone/classrooms/link',
      'GET /api/schoolzone/classrooms/update',
      'POST /api/schoolzone/classrooms/update',
      'GET /api/schoolzone/classrooms/:id/detailed',
      'GET /api/openapi.json',
      'GET /api/docs',
      'GET /api/docs/static/index.html',
      'GET /api/docs/static/swagger-initializer.js',
      'GET /api/docs/json',
      'GET /api/docs/yaml',
      'ANY /api/docs/static/*',
      'GET /.well-known/change-password',
    ]);
  });

  it('opens administrative routes by the admin key, or by a link signed with it', () => {
    const ours = api.routes.filter(({ url }) => url.startsWith('/api/admin'));
    expect(ours.map(({ method, url, auth }) => `${method} ${url} ${auth}`)).toEqual([
      'GET /api/admin/download/ugc/levels admin',
      'GET /api/admin/levels/:file level-link',
    ]);
  });

  it.each(cases)('refuses %s on every route that requires a user', async (_, make) => {
    expect(guarded().length).toBeGreaterThan(9);
    for (const { method, url, tokenIn } of guarded()) {
      const token = await make(api);
      const error = token === undefined ? 'UNAUTHORIZED' : 'TOKEN_EXPIRED';
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

  it('accepts a signed-in user on every route', async () => {
    for (const { method, url, tokenIn } of guarded()) {
      const payer = await createPayer(api);
      const customer = url === apiPaths.manageSubscription ? await subscribe(payer) : '';
      const { query, headers } = carry[tokenIn ?? 'p'](payer.token);
      if (url === declarationPaths.undo) await api.portal.declarations.declare(payer.userId, 'cancellation', 'en');
      const declares = method === 'POST' && url === declarationPaths.declarations;
      const payload = declares ? { kind: 'cancellation', lang: 'en' } : await bodies[url]?.(payer, customer, api);
      const answer = await api.app.inject({ method, url: `${url}?${query}`, headers, ...(payload && { payload }) });
      expect([method, url, answer.statusCode, answer.json().success]).toEqual([method, url, 200, true]);
    }
  });

  it('sets no cookie at a sign-in, and grants nothing by a cookie', async () => {
    const token = newToken();
    await api.client.bind(randomPlayfabId(), token);
    const put = await api.client.activate(token);
    expect([put.statusCode, put.headers['set-cookie']]).toEqual([200, undefined]);
    const cookie = `token=${token}; session=${token}; authorization=Bearer ${token}; p=${encodeP(token)}`;
    for (const { method, url } of guarded()) {
      const answer = await api.app.inject({ method, url: `${url}?p=1`, headers: { cookie } });
      expect([method, url, answer.statusCode < 400]).toEqual([method, url, false]);
    }
    expect(await api.client.isSignedIn(token)).toBe(true);
  });

  it('answers 400 to a repeated or malformed `p`, and to a deletion for another platform', async () => {
    const p = encodeP(await api.client.signIn(randomPlayfabId()));
    for (const query of [`p=${p}&p=${p}`, 'p=', 'p=%00', 'p[]=x', `p=${'A'.repeat(2000)}`]) {
      const answer = await api.app.inject({ method: 'GET', url: `/api/user?${query}` });
      expect([query.slice(0, 9), answer.statusCode]).toEqual([query.slice(0, 9), query === 'p[]=x' ? 401 : 400]);
    }
    // Only the web portal deletes an account.
    const token = await api.client.signIn(randomPlayfabId());
    const other = await api.app.inject({ method: 'DELETE', url: `/api/user/?lang=en&token=${token}&p=2` });
    expect([other.statusCode, await api.client.isSignedIn(token)]).toEqual([400, true]);
  });

  it.each([
    ['without a guard', {}],
    ['for users that does not declare where the token is sent', { auth: 'user' } as const],
  ])('refuses to start with a route %s', async (_, config) => {
    const app = Fastify();
    requireGuards(app, api.portal);
    expect(() => app.get('/api/forgotten', { config }, () => 'open')).toThrow(/\/api\/forgotten/);
    await app.close();
  });

  it('runs a route’s own hooks after its guard and its limit', async () => {
    const app = Fastify();
    requireGuards(app, api.portal);
    const calls: string[] = [];
    const hooks = {
      onRequest: async () => void calls.push('onRequest'),
      preValidation: async () => void calls.push('preValidation'),
    };
    app.get('/guarded', { config: { auth: 'game', limit: 'payment' }, ...hooks }, () => 'open');
    app.get('/public', { config: { auth: 'public' }, ...hooks }, () => 'open');

    await app.inject('/guarded');
    expect(calls).toEqual(['onRequest']);
    await app.inject('/public');
    expect(calls).toEqual(['onRequest', 'onRequest', 'preValidation']);
    await app.close();
  });
});
