import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { levelFilesPath, levelsPath } from '../../src/contracts/levels.ts';
import { createTestApi, randomPlayfabId, encodeP, type TestApi } from '../testing/test-api.ts';
import { adminKeys } from '../testing/portal-parts.ts';

const operations = z.object({
  openapi: z.string(),
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
});
type Operation = { method: string; url: string };

const isAboutTheApi = (url: string): boolean => /^\/api\/(openapi\.json|docs(\/.*)?)$/.test(url);

const methods = fc.constantFrom('GET', 'HEAD', 'PUT', 'POST', 'DELETE', 'PATCH', 'OPTIONS');
const types = fc.constantFrom(
  'application/json',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-16',
  'text/plain',
  'multipart/form-data; boundary=x',
  'application/json\\',
  '',
);
const nasty = fc.constantFrom('%', '%00', '..%2f', '{{7*7}}', "' or 1=1--", '\\', '%ff', '__proto__', '[object]');
const text = fc.oneof(fc.string(), nasty, fc.string({ unit: 'grapheme' }).map(encodeURIComponent));
const names = fc.constantFrom(
  'p',
  'token',
  'lang',
  'secret',
  'levelNames',
  'expires',
  'signature',
  'p[]',
  'constructor',
  '__proto__',
);
const query = fc.array(
  fc.tuple(names, text).map(([name, value]) => `${name}=${value}`),
  { maxLength: 4 },
);
const bodies = fc.oneof(
  fc.json(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', '{', '{"__proto__":{"a":1}}', '[]', 'null', '"x"', `"${'x'.repeat(17_000)}"`),
  fc
    .record({ token: fc.anything(), password: fc.anything(), type: fc.anything(), data: fc.anything() })
    .map((body) => JSON.stringify(body) ?? ''),
  fc
    .record({
      userID: fc.oneof(text, fc.anything()),
      customerID: text,
      lang: fc.constantFrom('en', 'fr', 'xx', 7),
      coupon: fc.oneof(text, fc.anything()),
      checkoutSessionID: fc.oneof(text, fc.anything()),
    })
    .map((body) => JSON.stringify(body) ?? ''),
  fc
    .record({
      email: fc.oneof(text, fc.constant('teacher@school.example')),
      name: text,
      numStudents: fc.constantFrom('3', '36', '٣', ''),
      schoolName: text,
      ageGroup: fc.constantFrom('4-5', '', '12'),
      reinitialize: fc.constantFrom('true', 'false', '1'),
      teacherAuthID: fc.constantFrom('x'.repeat(43), 'x'),
      teacherPlayfabID: fc.constantFrom('AB12', 'x'),
    })
    .map((body) => new URLSearchParams(body).toString()),
  fc.record({ newLink: fc.oneof(fc.boolean(), fc.anything()) }).map((body) => JSON.stringify(body) ?? ''),
  fc.record({ token: text, password: text }).map((body) => new URLSearchParams(body).toString()),
);

describe('random requests', () => {
  let api: TestApi;
  let described: Operation[];
  beforeAll(async () => {
    api = await createTestApi();
    const document = operations.parse((await api.app.inject('/api/openapi.json')).json());
    described = Object.entries(document.paths).flatMap(([url, calls]) =>
      Object.keys(calls).map((method) => ({ url, method: method.toUpperCase() })),
    );
  });
  afterAll(() => api.close());

  const expectFailure = (answer: { statusCode: number; body: string; headers: object }, what: unknown) => {
    const failure = answer.body === '' ? { success: false } : JSON.parse(answer.body);
    expect(failure, JSON.stringify(what)).toMatchObject({ success: false });
    expect(answer.body).not.toMatch(/<|stack|node_modules|\.ts|select |kysely|fastify/i);
  };

  it('lists every route in the OpenAPI 3.1 document', async () => {
    const document = (await api.app.inject('/api/openapi.json')).json();
    expect(document.openapi).toBe('3.1.0');
    expect(described.map(({ method, url }) => `${method} ${url}`).toSorted()).toEqual(
      api.routes
        // `/api/user/` is the second spelling of `/api/user`.
        .filter(({ method, url }) => method !== 'ANY' && url !== '/api/user/' && !isAboutTheApi(url))
        .map(({ method, url }) => `${method} ${url.replace(/:(\w+)/g, '{$1}')}`)
        .toSorted(),
    );
  });

  it('refuses NUL in each text of each body, which the database cannot store', async () => {
    const withExample = z.object({
      requestBody: z.object({
        content: z.record(z.string(), z.object({ example: z.record(z.string(), z.unknown()) })),
      }),
    });
    const document = operations.parse((await api.app.inject('/api/openapi.json')).json());
    const answers: string[] = [];
    for (const { method, url } of described) {
      const found = withExample.safeParse(document.paths[url]?.[method.toLowerCase()]);
      if (!found.success || url.includes('webhook')) continue;
      const [[type, { example }] = expect.fail(url)] = Object.entries(found.data.requestBody.content);
      for (const name of Object.keys(example)) {
        const body = { ...example, [name]: 'a\0b' };
        const fields = new URLSearchParams(
          Object.entries(body).map(([key, value]): [string, string] => [key, String(value)]),
        );
        const isForm = type.includes('urlencoded');
        const payload = isForm ? fields.toString() : JSON.stringify(body);
        const headers = { 'content-type': type, authorization: `Bearer ${'x'.repeat(43)}` };
        const answer = await api.app.inject({ method: z.enum(['POST', 'PUT']).parse(method), url, payload, headers });
        answers.push(`${url} ${name} ${answer.statusCode >= 500}`);
      }
    }
    expect(answers.length).toBeGreaterThan(20);
    expect(answers.filter((answer) => answer.endsWith('true'))).toEqual([]);
  });

  it('answers random requests without a 5xx, HTML or a stack trace', async () => {
    const urls = fc.constantFrom(...described.map(({ url }) => url), '/api', '/api/nothing', '/api/%', '/api/user/%ff');
    await fc.assert(
      fc.asyncProperty(methods, urls, query, types, bodies, async (method, url, parts, type, payload) => {
        // Ends the windows of the rate limits, which have separate tests.
        api.infrastructure.clock.advance(60_000);
        const request = { method, url: `${url}?${parts.join('&')}`, headers: { 'content-type': type }, payload };
        const answer = await api.app.inject(request);
        const what = { ...request, status: answer.statusCode };
        expect(answer.statusCode, JSON.stringify(what)).toBeLessThan(500);
        expect(String(answer.headers['content-type'] ?? 'application/json')).toContain('application/json');
        if (answer.statusCode >= 400) expectFailure(answer, what);
      }),
      { numRuns: 1500 },
    );
  });

  it('answers random requests of a signed-in user without a 5xx, HTML or a stack trace', async () => {
    const token = await api.client.signIn(randomPlayfabId());
    await fc.assert(
      fc.asyncProperty(types, bodies, text, async (type, payload, extra) => {
        api.infrastructure.clock.advance(1000);
        const headers = { 'content-type': type, authorization: `Bearer ${token}` };
        for (const url of [
          `/api/user?p=${encodeP(token)}&x=${extra}`,
          `/api/user/subscription/status?p=${encodeP(token)}${extra}`,
        ]) {
          expect((await api.app.inject({ method: 'GET', url })).statusCode).toBeLessThan(500);
        }
        for (const path of ['purchaseSession', 'manage', 'refresh']) {
          const call = { method: 'POST', url: `/api/stripe/subscription/${path}`, headers, payload } as const;
          const paid = await api.app.inject(call);
          expect(paid.statusCode, JSON.stringify(call)).toBeLessThan(500);
          if (paid.statusCode >= 400) expectFailure(paid, call);
        }
        const put = await api.app.inject({ method: 'PUT', url: '/api/user/integrations?p=1', headers, payload });
        expect(put.statusCode).toBeLessThan(500);
        expectFailure(put, { type, payload });
      }),
      { numRuns: 200 },
    );
  });

  it('answers random requests with an admin key or a link without a 5xx, HTML or a stack trace', async () => {
    const [key = ''] = adminKeys;
    const [level] = z.object({ urls: z.array(z.object({ url: z.string() })) }).parse(
      (
        await api.app.inject({
          url: `${levelsPath}?levelNames=frog_pond__m2qa`,
          headers: { authorization: `Bearer ${key}` },
        })
      ).json(),
    ).urls;
    const [file = '', link = ''] = (level?.url ?? '').split('?');
    await fc.assert(
      fc.asyncProperty(text, text, async (one, other) => {
        const headers = { authorization: `Bearer ${key}` };
        const urls = [
          `${levelsPath}?levelNames=${one},${other}`,
          `${file}${one}?${link}${other}`,
          `${levelFilesPath}/${one}?${link}`,
        ];
        for (const url of urls) {
          const answer = await api.app.inject({ url, headers });
          expect(answer.statusCode, url).toBeLessThan(500);
          if (answer.statusCode >= 400) expectFailure(answer, url);
        }
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    ['GET', '/api/nothing', 404, 'NOT_FOUND'],
    ['GET', '/api', 404, 'NOT_FOUND'],
    ['POST', '/playfab-functions/other', 404, 'NOT_FOUND'],
    ['PATCH', '/api/user', 405, 'METHOD_NOT_ALLOWED'],
    ['GET', '/api/analytics/log', 405, 'METHOD_NOT_ALLOWED'],
  ])('answers %s %s with %i', async (method, url, status, error) => {
    const answer = await api.app.inject({ method, url });
    expect([answer.statusCode, answer.json()]).toEqual([status, { success: false, error }]);
  });

  it.each([
    ['a broken body', 'application/json', '{', 400, 'INVALID_PAYLOAD'],
    ['an empty body', 'application/json', '', 400, 'INVALID_PAYLOAD'],
    ['more than 16 KB', 'application/json', `"${'x'.repeat(16 * 1024)}"`, 413, 'PAYLOAD_TOO_LARGE'],
    ['another kind of body', 'application/xml', '<a/>', 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ])('answers %s in the common shape of a failure', async (_, type, payload, status, error) => {
    const answer = await api.app.inject({
      method: 'POST',
      url: '/api/analytics/log',
      headers: { 'content-type': type },
      payload,
    });
    expect([answer.statusCode, answer.json()]).toEqual([status, { success: false, error }]);
  });
});
