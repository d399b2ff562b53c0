import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, newToken, ownOrigin, partnerOrigin, type TestApi } from '../testing/test-api.ts';
import { createTestPortal, type TestPortal } from '../testing/test-portal.ts';

const put = ['PUT', '/api/user/integrations?p=1'] as const;
const login = ['POST', '/playfab/Client/LoginWithEmailAddress?sdk=JavaScriptSDK-1.185'] as const;
const recovery = ['POST', '/playfab/Client/SendAccountRecoveryEmail'] as const;
const signOut = ['DELETE', '/api/user/integrations?p=1'] as const;
const reset = ['POST', '/api/user/password-reset'] as const;
const remove = ['DELETE', '/api/user/?p=1'] as const;
const log = ['POST', '/api/analytics/log'] as const;
const purchase = ['POST', '/api/stripe/subscription/purchaseSession'] as const;
const manage = ['POST', '/api/stripe/subscription/manage'] as const;
const refresh = ['POST', '/api/stripe/subscription/refresh'] as const;
const webhook = ['POST', '/api/stripe/webhook'] as const;
const payments = [purchase, manage, refresh];
const teacherLogin = ['POST', '/playfab/Client/LoginWithCustomID?sdk=JavaScriptSDK-1.185'] as const;
const deviceLink = ['POST', '/playfab/Client/LinkIOSDeviceID?sdk=JavaScriptSDK-1.185'] as const;
const teachers = ['POST', '/api/schoolzone/teachers?lang=fr'] as const;
const classrooms = ['PUT', '/api/schoolzone/classrooms?lang=fr'] as const;
const classLink = ['POST', '/api/schoolzone/classrooms/link?lang=fr'] as const;
const mailedEnd = ['POST', '/api/user/declarations/mailed'] as const;
const ends = [
  ['GET', '/api/user/declarations'],
  ['POST', '/api/user/declarations'],
  ['POST', '/api/user/declarations/undo'],
  ['POST', '/api/user/declarations/link'],
  ['POST', '/api/user/declarations/reason'],
] as const;
const mailedChange = ['POST', '/api/schoolzone/classrooms/update'] as const;
const progress = ['POST', '/api/schoolzone/progress'] as const;
const detailed = ['GET', '/api/schoolzone/classrooms/x/detailed'] as const;
const read = ['GET', '/api/user?p=x'] as const;
const levels = ['GET', '/api/admin/download/ugc/levels?levelNames=x'] as const;
const levelFile = ['GET', '/api/admin/levels/x.json'] as const;
const schoolZone = [teacherLogin, deviceLink, teachers, mailedChange, progress];
const widgetCalls = [put, login, teacherLogin, deviceLink, teachers, classrooms, classLink, mailedEnd];
const levelCalls = [levels, levelFile];
const ownCalls = [
  recovery,
  signOut,
  reset,
  remove,
  log,
  read,
  ...payments,
  ...ends,
  mailedChange,
  progress,
  detailed,
  ...levelCalls,
];

type Row = readonly [origin: string, call: readonly [method: string, url: string], granted: boolean];
const table: Row[] = [
  ...[...widgetCalls, ...ownCalls].map((call): Row => [ownOrigin, call, true]),
  ...widgetCalls.map((call): Row => [partnerOrigin, call, true]),
  ...ownCalls.map((call): Row => [partnerOrigin, call, false]),
  ...widgetCalls.map((call): Row => ['null', call, true]),
  ...ownCalls.map((call): Row => ['null', call, false]),
  ...[
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
  ].flatMap((origin) => [put, login, read].map((call): Row => [origin, call, false])),
];

describe('CORS', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi();
  });
  afterAll(() => api.close());

  const preflight = (origin: string, [method, url]: readonly [string, string]) =>
    api.app.inject({
      method: 'OPTIONS',
      url,
      headers: { origin, 'access-control-request-method': method, 'access-control-request-headers': 'content-type' },
    });

  it.each(table)('answers origin %s calling %s with granted = %s', async (origin, call, granted) => {
    const answer = await preflight(origin, call);
    expect(answer.headers['access-control-allow-origin']).toBe(granted ? origin : undefined);
    expect(answer.headers['access-control-allow-methods']).toBe(granted ? call[0] : undefined);
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
    expect(answer.headers.vary).toContain('Origin');
    expect(answer.statusCode === 204).toBe(granted);
  });

  const allowedFor = async (call: readonly [string, string], asked: string): Promise<unknown> => {
    const [method, url] = call;
    const headers = { origin: partnerOrigin, 'access-control-request-method': method };
    const answer = await api.app.inject({
      method: 'OPTIONS',
      url,
      headers: { ...headers, 'access-control-request-headers': asked },
    });
    return answer.headers['access-control-allow-headers'];
  };

  it.each([
    'authorization,content-type',
    'baggage,content-type,sentry-trace,traceparent',
    'content-type,x-datadog-origin,x-datadog-parent-id,x-datadog-sampling-priority,x-datadog-trace-id',
    'content-type,newrelic,tracestate,x-b3-traceid,x-instana-t,x_custom',
  ])('allows the headers that monitoring adds to a partner’s calls: %s', async (asked) => {
    expect(await allowedFor(put, asked)).toBe(asked);
  });

  it('does not repeat what is not a list of header names', async () => {
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
    const answer = await api.app.inject({
      method: 'PUT',
      url: put[1],
      headers: { origin: partnerOrigin },
      payload: { token: newToken() },
    });
    expect([answer.statusCode, answer.headers['access-control-allow-origin']]).toEqual([401, partnerOrigin]);
    expect(answer.headers['access-control-expose-headers']).toBe('content-disposition, retry-after, x-request-id');
  });
});

describe('requests from a foreign page change nothing, with or without a preflight', () => {
  let api: TestPortal;
  beforeAll(async () => {
    api = await createTestPortal();
  });
  afterAll(() => api.close());

  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const sends: [string, InjectOptions][] = [
    ['a form on another site', { headers: { origin: 'https://evil.example', ...form } }],
    ['a form in a sandboxed frame', { headers: { origin: 'null', ...form } }],
    ['a form with text/plain', { headers: { origin: 'null', 'content-type': 'text/plain' } }],
  ];

  it.each(sends)('refuses %s at every address that changes something', async (_, options) => {
    for (const [method, url] of [login, recovery, reset, log, ...payments, webhook, ...schoolZone] as const) {
      const answer = await api.app.inject({ ...options, method, url, payload: 'a=b' });
      expect([url, answer.statusCode, answer.json()]).toEqual([url, 403, { success: false, error: 'FORBIDDEN' }]);
    }
  });

  it('refuses sign-outs, deletions, recovery mails, mailed links and progress reports from a partner’s page', async () => {
    for (const [method, url] of [signOut, remove, recovery, mailedChange, progress] as const) {
      const answer = await api.app.inject({ method, url, headers: { origin: partnerOrigin } });
      expect([url, answer.statusCode]).toEqual([url, 403]);
    }
  });

  it('treats a percent-encoded address like the plain one', async () => {
    for (const url of ['/%70layfab/Client/%53endAccountRecoveryEmail', '/%61pi/user/password-reset']) {
      const headers = { origin: 'https://evil.example' };
      const answer = await api.app.inject({ method: 'POST', url, headers, payload: { Email: 'marie@example.com' } });
      expect([url, answer.statusCode]).toEqual([url, 403]);
    }
  });

  it('allows a sign-up from a widget in a sandboxed frame by script, but not by a plain form', async () => {
    const url = '/playfab/Client/RegisterPlayFabUser';
    const payload = {
      TitleId: 'MATHS',
      Email: 'framed@example.com',
      Password: 'a good password',
      RequireBothUsernameAndEmail: false,
    };
    const script = await api.app.inject({ method: 'POST', url, headers: { origin: 'null' }, payload });
    expect([script.statusCode, script.headers['access-control-allow-origin']]).toEqual([200, 'null']);
    const plain = { origin: 'null', 'content-type': 'text/plain' };
    expect(
      (await api.app.inject({ method: 'POST', url, headers: plain, payload: JSON.stringify(payload) })).statusCode,
    ).toBe(403);
  });
});
