import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createSignsFor } from './origins.ts';
import { openTestApi, newToken, ownOrigin, partnerOrigin, type TestApi } from '../testing/test-api.ts';

const methods = z.enum(['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS']);
const put = 'PUT /api/user/integrations?p=1';
const login = 'POST /playfab/Client/LoginWithEmailAddress?sdk=JavaScriptSDK-1.185';
const read = 'GET /api/user?p=x';
/** What the elements call on a partner's page. */
const widgetCalls = [
  put,
  login,
  'POST /playfab/Client/LoginWithCustomID?sdk=JavaScriptSDK-1.185',
  'POST /playfab/Client/LinkIOSDeviceID?sdk=JavaScriptSDK-1.185',
  'POST /api/schoolzone/teachers?lang=fr',
  'PUT /api/schoolzone/classrooms?lang=fr',
  'POST /api/schoolzone/classrooms/link?lang=fr',
  'POST /api/user/declarations/mailed',
];
/** What only the portal's own pages call, and the game's server. */
const ownCalls = [
  read,
  'POST /playfab/Client/SendAccountRecoveryEmail',
  'DELETE /api/user/integrations?p=1',
  'POST /api/user/password-reset',
  'DELETE /api/user/?p=1',
  'POST /api/analytics/log',
  'POST /api/stripe/subscription/purchaseSession',
  'POST /api/stripe/subscription/manage',
  'POST /api/stripe/subscription/refresh',
  'GET /api/user/declarations',
  'POST /api/user/declarations',
  'POST /api/user/declarations/undo',
  'POST /api/user/declarations/link',
  'POST /api/user/declarations/reason',
  'POST /api/schoolzone/classrooms/update',
  'POST /api/schoolzone/progress',
  'GET /api/schoolzone/classrooms/x/detailed',
  'GET /api/admin/download/ugc/levels?levelNames=x',
  'GET /api/admin/levels/x.json',
];
const strangers = [
  'https://evil.example',
  'https://funnel.numeria.example.evil.example',
  'https://evilfunnel.numeria.example',
  'https://sub.funnel.numeria.example',
  'http://funnel.numeria.example',
  'https://funnel.numeria.example:444',
  'HTTPS://FUNNEL.NUMERIA.EXAMPLE',
  'http://localhost:4174',
  'http://localhost:4173/',
  '',
];

type Row = readonly [origin: string, call: string, granted: boolean];
const table: Row[] = [
  ...[ownOrigin, partnerOrigin, 'null'].flatMap((origin) => [
    ...widgetCalls.map((call): Row => [origin, call, true]),
    ...ownCalls.map((call): Row => [origin, call, origin === ownOrigin]),
  ]),
  ...strangers.flatMap((origin) => [put, login, read].map((call): Row => [origin, call, false])),
];

/** Makes a call that is written as its method and its address. */
const request = (
  { app }: Pick<TestApi, 'app'>,
  call: string,
  headers: Record<string, string>,
  payload?: object | string,
) => {
  const [method, url = ''] = call.split(' ');
  return app.inject({ method: methods.parse(method), url, headers, ...(payload !== undefined && { payload }) });
};

describe('CORS', async () => {
  const api = await openTestApi();

  const preflight = (origin: string, call: string, asked = 'content-type') => {
    const [method = '', url] = call.split(' ');
    const names = { 'access-control-request-method': method, 'access-control-request-headers': asked };
    return request(api, `OPTIONS ${url}`, { origin, ...names });
  };

  it.each(table)('answers origin %s calling %s with granted = %s', async (origin, call, granted) => {
    const answer = await preflight(origin, call);
    expect(answer.headers['access-control-allow-origin']).toBe(granted ? origin : undefined);
    expect(answer.headers['access-control-allow-methods']).toBe(granted ? call.split(' ')[0] : undefined);
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
    expect(answer.headers.vary).toContain('Origin');
    expect(answer.statusCode === 204).toBe(granted);
  });

  const allowedFor = async (call: string, asked: string): Promise<unknown> =>
    (await preflight(partnerOrigin, call, asked)).headers['access-control-allow-headers'];

  it('allows the headers that monitoring adds to a partner’s calls, if they are names', async () => {
    const tracing = 'baggage,content-type,sentry-trace,tracestate,x-datadog-trace-id,x-b3-traceid,x_custom';
    expect(await allowedFor(put, tracing)).toBe(tracing);
    expect(await allowedFor(put, 'a: b;\u00e9')).toBe('authorization, content-type');
  });

  it('allows at PlayFab’s emulator what PlayFab allows, and no header of other monitoring', async () => {
    const allowed = String(await allowedFor(login, 'sentry-trace')).split(', ');
    expect(allowed).toEqual(
      expect.arrayContaining(['content-type', 'x-authorization', 'x-entitytoken', 'x-playfabsdk']),
    );
    expect(allowed).not.toContain('sentry-trace');
  });

  it('lets a partner that may make a call read its failure', async () => {
    const answer = await request(api, put, { origin: partnerOrigin }, { token: newToken() });
    expect([answer.statusCode, answer.headers['access-control-allow-origin']]).toEqual([401, partnerOrigin]);
    expect(answer.headers['access-control-expose-headers']).toBe('content-disposition, retry-after, x-request-id');
  });
});

const loopback = 'http://localhost:8080';
it.each([
  ['production', 'quiz', 'https://quiz.example', true],
  ['production', 'quiz', 'null', true],
  ['production', 'quiz', undefined, true],
  ['production', 'quiz', ownOrigin, true],
  ['production', 'quiz', loopback, false],
  ['production', 'unknown', undefined, false],
  ['production', 'unknown', loopback, false],
  ['development', 'unknown', loopback, true],
  ['development', 'unknown', 'https://quiz.example', false],
] as const)('signs in %s for the key %s from %s: %s', (mode, key, origin, signs) => {
  const partners = [{ key: 'quiz', origins: ['https://quiz.example'], audience: 'parent' }] as const;
  expect(createSignsFor(mode, partners, [ownOrigin])(key, 'parent', origin)).toBe(signs);
});

describe('requests from a foreign page change nothing, with or without a preflight', async () => {
  const api = await openTestApi({ withPlayfab: true });

  const form = 'application/x-www-form-urlencoded';
  /** A plain form or a script without a preflight can send these. */
  const posts = [...widgetCalls, ...ownCalls, 'POST /api/stripe/webhook'].filter((call) => call.startsWith('POST'));

  it.each([
    ['a form on another site', 'https://evil.example', form],
    ['a form in a sandboxed frame', 'null', form],
    ['a form with text/plain', 'null', 'text/plain'],
  ])('refuses %s at every address that changes something', async (_, origin, type) => {
    for (const call of posts) {
      const answer = await request(api, call, { origin, 'content-type': type }, 'a=b');
      expect([call, answer.statusCode, answer.json()]).toEqual([call, 403, { success: false, error: 'FORBIDDEN' }]);
    }
  });

  it('refuses what only the portal’s own pages may change from a partner’s page', async () => {
    for (const call of ownCalls.filter((own) => !own.startsWith('GET'))) {
      const answer = await request(api, call, { origin: partnerOrigin });
      expect([call, answer.statusCode]).toEqual([call, 403]);
    }
  });

  it('treats a percent-encoded address like the plain one', async () => {
    for (const url of ['/%70layfab/Client/%53endAccountRecoveryEmail', '/%61pi/user/password-reset']) {
      const headers = { origin: 'https://evil.example' };
      const answer = await request(api, `POST ${url}`, headers, { Email: 'marie@example.com' });
      expect([url, answer.statusCode]).toEqual([url, 403]);
    }
  });

  it('allows a sign-up from a widget in a sandboxed frame by script, but not by a plain form', async () => {
    const call = 'POST /playfab/Client/RegisterPlayFabUser';
    const account = { Email: 'framed@example.com', Password: 'a good password', RequireBothUsernameAndEmail: false };
    const payload = { TitleId: 'MATHS', ...account };
    const script = await request(api, call, { origin: 'null' }, payload);
    expect([script.statusCode, script.headers['access-control-allow-origin']]).toEqual([200, 'null']);
    const named = { origin: 'null', 'content-type': 'application/json; charset=utf-8' };
    const other = JSON.stringify({ ...payload, Email: 'charset@example.com' });
    expect((await request(api, call, named, other)).statusCode).toBe(200);
    const plain = { origin: 'null', 'content-type': 'text/plain' };
    expect((await request(api, call, plain, JSON.stringify(payload))).statusCode).toBe(403);
  });
});
