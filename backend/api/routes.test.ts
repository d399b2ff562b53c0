import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../testing/test-api.ts';
import { requireGuards } from './guards.ts';

describe('the guards of routes', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi();
  });
  afterAll(() => api.close());

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
    ]);
  });

  it('opens administrative routes by the admin key, or by a link signed with it', () => {
    const ours = api.routes.filter(({ url }) => url.startsWith('/api/admin'));
    expect(ours.map(({ method, url, auth }) => `${method} ${url} ${auth}`)).toEqual([
      'GET /api/admin/download/ugc/levels admin',
      'GET /api/admin/levels/:file level-link',
    ]);
  });

  it('declares a guard on every route', () => {
    expect(api.routes.filter((route) => route.auth === undefined)).toEqual([]);
    expect(api.routes.length).toBeGreaterThan(12);
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
