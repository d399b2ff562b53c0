import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { declarationPaths } from '../../src/contracts/calls/cancel.ts';
import { schoolZonePaths } from '../../src/contracts/calls/school-zone.ts';
import { counted } from '../testing/campaign.ts';
import { adminKeys } from '../testing/portal-parts.ts';
import { createTeacherCalls, insertClassroom, newTeacher } from '../testing/school-calls.ts';
import { openTestApi, encodeP, newToken, randomPlayfabId, type TestApi, createPayer } from '../testing/test-api.ts';
import { everyRow } from '../testing/test-database.ts';

const requestsPerRoute = counted(40, 500);
const atOnce = 16;

/** Tables that count or queue every request, or that everyone may write. They grant no right. */
const openTables = ['rate_limits', 'analytics_events', 'jobs'];
/** What everyone may write at one address: the sign-up of a class, and what does nothing without a mailed link. */
const writtenAt: Readonly<Record<string, readonly string[]>> = {
  [schoolZonePaths.teachers]: ['teachers', 'classrooms', 'students'],
  [schoolZonePaths.classrooms]: ['classroom_links'],
  [declarationPaths.mailed]: ['declarations'],
};

type Route = Pick<TestApi['routes'][number], 'method' | 'url' | 'auth'>;
/** The example of a route's body in the OpenAPI document. */
type Example = { type: string; fields: Record<string, unknown> };
type Request = {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE' | 'PATCH' | 'OPTIONS' | undefined;
  body: { type: string; payload: string };
  bearer: string | undefined;
  query: string;
  place: string;
};

const withExample = z.object({
  requestBody: z.object({ content: z.record(z.string(), z.object({ example: z.record(z.string(), z.unknown()) })) }),
});
const document = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });

const asForm = (body: object): string =>
  new URLSearchParams(
    Object.entries(body).map(([name, item]) => [name, typeof item === 'string' ? item : (JSON.stringify(item) ?? '')]),
  ).toString();
const encode = (type: string, body: object): string =>
  type.includes('urlencoded') ? asForm(body) : JSON.stringify(body);

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';
const types = fc.constantFrom(
  json,
  form,
  `${json}; charset=utf-16`,
  'text/plain',
  'multipart/form-data; boundary=x',
  '',
);
const nasty = ['%', '%00', '..%2f', '{{7*7}}', "' or 1=1--", '\\', '%ff', '__proto__', '[object]', 'constructor'];
const text = fc.oneof(
  fc.string(),
  fc.constantFrom(...nasty, '1', 'en', 'true', '3', newToken()),
  fc.string({ unit: 'grapheme' }).map(encodeURIComponent),
);

/** @param known values of a parent and a teacher that an attacker may know. None of them is a credential. */
const requestsTo = ({ type, fields }: Example, known: readonly string[]): fc.Arbitrary<Request> => {
  const attempt = fc.oneof(fc.constantFrom(...known), text);
  const value = fc.oneof({ weight: 5, arbitrary: attempt }, fc.jsonValue({ maxDepth: 1 }));
  // Most fields keep their example, so that many bodies pass the validation, and some are missing.
  const own = fc.record(
    Object.fromEntries(
      Object.entries(fields).map(([name, example]) => [
        name,
        fc.oneof({ weight: 3, arbitrary: fc.constant(example) }, { weight: 1, arbitrary: value }),
      ]),
    ),
    { requiredKeys: [] },
  );
  const mixed = fc.dictionary(fc.constantFrom(...Object.keys(fields), '__proto__', 'token', 'userID'), value);
  const bodies = fc.oneof(
    { weight: 4, arbitrary: own.map((record) => ({ type, payload: encode(type, record) })) },
    { weight: 2, arbitrary: fc.tuple(types, mixed).map(([of, record]) => ({ type: of, payload: encode(of, record) })) },
    fc.tuple(types, fc.oneof(fc.json({ maxDepth: 2 }), fc.string({ unit: 'binary' }))).map(([of, payload]) => {
      return { type: of, payload };
    }),
    fc
      .constantFrom('', '{', '{"__proto__":{"a":1}}', '[]', 'null', '"x"', `"${'x'.repeat(17_000)}"`)
      .map((payload) => ({ type: json, payload })),
  );
  return fc.record({
    method: fc.oneof(
      { weight: 4, arbitrary: fc.constant(undefined) },
      fc.constantFrom('GET', 'HEAD', 'PUT', 'POST', 'DELETE', 'PATCH', 'OPTIONS'),
    ),
    body: bodies,
    bearer: fc.option(attempt, { nil: undefined }),
    query: attempt,
    place: fc.constantFrom('p', 'token', 'secret', 'lang', 'levelNames', 'expires', 'signature', 'p[]', '__proto__'),
  });
};

describe('generated requests', async () => {
  const api = await openTestApi();
  const { paths } = document.parse((await api.app.inject('/api/openapi.json')).json());
  const described = Object.entries(paths).flatMap(([url, calls]) =>
    Object.entries(calls).map(([method, operation]) => {
      const { data } = withExample.safeParse(operation);
      const [[type, content] = [json, undefined]] = Object.entries(data?.requestBody.content ?? {});
      const route = { method: method.toUpperCase(), url: url.replace(/\{(\w+)\}/g, ':$1'), auth: undefined };
      return { ...route, example: { type, fields: content?.example ?? {} } };
    }),
  );
  const payer = await createPayer(api);
  await payer.pay();
  await payer.refresh();
  const teacher = newTeacher();
  await createTeacherCalls(api.app).signUp(teacher);
  const { id, classroomCode } = await insertClassroom(api.database);
  const ofPayer = [payer.userId, payer.email, payer.playfabId, ...(await payer.customers())];
  const known = [...ofPayer, teacher.email, id, classroomCode];

  const exampleOf = ({ method, url }: Route): Example =>
    described.find((route) => route.method === method && route.url === url)?.example ?? { type: json, fields: {} };

  /** Returns the requests that failed otherwise than they should, and accepted ones although the route is guarded. */
  const send = async (route: Route, requests: readonly Request[], credential?: { bearer: string; query: string }) => {
    const failures: unknown[] = [];
    const granted: unknown[] = [];
    const hands = Array.from({ length: atOnce }, async (_, hand) => {
      for (let index = hand; index < requests.length; index += atOnce) {
        const request = requests[index] ?? expect.fail();
        const { body, query, place, method = route.method } = request;
        const part = encodeURIComponent(query);
        const bearer = credential?.bearer ?? request.bearer;
        const answer = await api.app.inject({
          method: z.enum(['GET', 'HEAD', 'PUT', 'POST', 'DELETE', 'PATCH', 'OPTIONS']).parse(method),
          url: `${route.url.replace(/:\w+/, part)}?${credential?.query ?? 'p=1'}&${place}=${part}`,
          // Another network for each request, so that the rate limits, which have separate tests, let it through.
          remoteAddress: `10.${(index >> 16) % 256}.${(index >> 8) % 256}.${index % 256}`,
          headers: {
            'content-type': body.type,
            ...(bearer && { authorization: `Bearer ${encodeURIComponent(bearer)}` }),
          },
          payload: body.payload,
        });
        const isFailure = answer.statusCode >= 400;
        const { success } = isFailure && answer.body !== '' ? JSON.parse(answer.body) : { success: !isFailure };
        const leaks = isFailure && /<|stack|node_modules|\.ts|select |kysely|fastify/i.test(answer.body);
        const fails = answer.statusCode >= 500 || leaks || success === isFailure;
        if (fails) failures.push({ ...request, method, status: answer.statusCode, answer: answer.body });
        if (route.auth !== 'public' && request.method === undefined && !isFailure) granted.push(request);
      }
    });
    await Promise.all(hands);
    return { failures, granted };
  };

  it('answers generated requests on each route without a 5xx, HTML or a stack trace, and changes nothing without authorization', {
    timeout: counted(120_000, 300_000),
  }, async () => {
    const before = new Set(await everyRow(api.database, openTables));
    const nowhere = ['/api', '/api/nothing', '/api/%', '/api/user/%ff'];
    const routes: Route[] = nowhere.map((url) => ({ method: 'GET', url, auth: 'public' }));
    for (const route of [...api.routes.filter(({ method }) => method !== 'ANY'), ...routes]) {
      const name = `${route.method} ${route.url}`;
      const requests = fc.sample(requestsTo(exampleOf(route), known), { numRuns: requestsPerRoute, seed: 15 });
      expect(await send(route, requests), name).toEqual({ failures: [], granted: [] });
      // Compared once for each route, because reading every row takes longer than a request.
      const after = new Set(await everyRow(api.database, openTables));
      const changed = [...before].filter((row) => !after.has(row));
      changed.push(...[...after].filter((row) => !before.has(row)));
      const mayChange = (row: string) => writtenAt[route.url]?.includes(row.split(':')[0] ?? '');
      expect(
        changed.filter((row) => !mayChange(row)),
        name,
      ).toEqual([]);
      for (const row of after) before.add(row);
      // The networks are used again at the next route.
      await api.database.deleteFrom('rate_limits').execute();
    }
  });

  it('answers generated requests of a signed-in user and of an admin key without a 5xx, HTML or a stack trace', async () => {
    const token = await api.client.signIn(randomPlayfabId());
    const [adminKey = ''] = adminKeys;
    const credentials = {
      user: { bearer: token, query: `p=${encodeP(token)}` },
      admin: { bearer: adminKey, query: '' },
    };
    for (const route of api.routes) {
      // A sign-out or a deletion would end the session of the other calls.
      if (route.method === 'DELETE' || (route.auth !== 'user' && route.auth !== 'admin')) continue;
      api.clock.advance(600_000);
      const requests = fc
        .sample(requestsTo(exampleOf(route), known), { numRuns: 20, seed: 16 })
        .map((request) => ({ ...request, method: undefined }));
      expect((await send(route, requests, credentials[route.auth])).failures, route.url).toEqual([]);
    }
    expect(await api.client.isSignedIn(token)).toBe(true);
  });

  it('refuses NUL in each text of each body, which the database cannot store', async () => {
    const answers: string[] = [];
    for (const { method, url, example } of described) {
      if (url.includes('webhook')) continue;
      for (const name of Object.keys(example.fields)) {
        const answer = await api.app.inject({
          method: z.enum(['POST', 'PUT']).parse(method),
          url,
          payload: encode(example.type, { ...example.fields, [name]: 'a\0b' }),
          headers: { 'content-type': example.type, authorization: `Bearer ${newToken()}` },
        });
        answers.push(`${url} ${name} ${answer.statusCode >= 500}`);
      }
    }
    expect(answers.length).toBeGreaterThan(20);
    expect(answers.filter((answer) => answer.endsWith('true'))).toEqual([]);
  });

  it.each([
    ['GET', '/api/nothing', undefined, '', 404, 'NOT_FOUND'],
    ['POST', '/playfab-functions/other', undefined, '', 404, 'NOT_FOUND'],
    ['PATCH', '/api/user', undefined, '', 405, 'METHOD_NOT_ALLOWED'],
    ['POST', '/api/analytics/log', json, '{', 400, 'INVALID_PAYLOAD'],
    ['POST', '/api/analytics/log', json, '['.repeat(5_000) + ']'.repeat(5_000), 400, 'INVALID_PAYLOAD'],
    ['POST', '/api/analytics/log', json, '', 400, 'INVALID_PAYLOAD'],
    ['POST', '/api/analytics/log', json, `"${'x'.repeat(16 * 1024)}"`, 413, 'PAYLOAD_TOO_LARGE'],
    ['POST', '/api/analytics/log', 'application/xml', '<a/>', 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ] as const)('answers %s %s with %s %.10s by %i, in the common shape of a failure', async (...row) => {
    const [method, url, type, payload, status, error] = row;
    const answer = await api.app.inject({
      method,
      url,
      ...(type !== undefined && { headers: { 'content-type': type }, payload }),
    });
    expect([answer.statusCode, answer.json()]).toEqual([status, { success: false, error }]);
  });
});
