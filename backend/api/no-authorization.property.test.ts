import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { schoolZonePaths } from '../../src/contracts/school-zone.ts';
import { counted } from '../testing/campaign.ts';
import { insertClassroom, createTeacherCalls, newTeacher } from '../testing/school-calls.ts';
import { testDatabaseUrl } from '../testing/database-template.ts';
import { everyRow } from '../testing/test-database.ts';
import { createPayer } from '../testing/payer.ts';
import { createTestApi, newToken, type TestApi } from '../testing/test-api.ts';

/**
 * On PostgreSQL, whose work another processor does while this one prepares the next requests, ten times as many fit.
 */
const bodiesPerRoute = counted(60, testDatabaseUrl === undefined ? 1_000 : 10_000);
const atOnce = 16;

/** Tables that count or queue every request, or that everyone may write. They grant no right. */
const openTables = ['rate_limits', 'analytics_events', 'outbox'];
/** Everyone may sign up a class. */
const signUpTables = ['teachers', 'classrooms', 'students'];

let api: TestApi;
/** Values of a parent and a teacher that an attacker may know. None of them is a credential. */
let known: string[];
beforeAll(async () => {
  api = await createTestApi();
  const payer = await createPayer(api);
  await payer.pay();
  await payer.refresh();
  const teacher = newTeacher();
  await createTeacherCalls(api.app).signUp(teacher);
  const classroom = await insertClassroom(api.infrastructure.database);
  const customers = await payer.customers();
  known = [
    payer.userId,
    payer.email,
    payer.playfabId,
    ...customers,
    teacher.email,
    classroom.id,
    classroom.classroomCode,
  ];
});
afterAll(() => api.close());

/** The fields of the bodies that the routes accept, and others that a route could confuse with them. */
const shapes: readonly (readonly string[])[] = [
  ['token', 'leaving'],
  ['token', 'password'],
  ['userID', 'lang', 'coupon'],
  ['customerID', 'lang'],
  ['checkoutSessionID'],
  ['email', 'name', 'numStudents', 'schoolName', 'ageGroup', 'referralEmail', 'teacherAuthID', 'teacherPlayfabID'],
  ['email', 'numStudents', 'reinitialize'],
  ['token', 'newLink'],
  ['type', 'data', 'timestamp'],
  ['classroomID', 'classroomCode', 'studentCode', 'levelsPlayed', 'levelStatus'],
  ['FunctionArgument', 'CallerEntityProfile', 'TitleAuthenticationContext'],
  ['event', 'api_version'],
  ['__proto__', 'constructor', 'token', 'userID'],
];

type Request = {
  body: { type: string; payload: string };
  bearer: string | undefined;
  query: string;
  place: string;
};

const createRequests = (): fc.Arbitrary<Request> => {
  const attempt = fc.oneof(fc.constantFrom(...known), fc.string(), fc.constantFrom('1', 'en', 'true', '3', newToken()));
  const value = fc.oneof({ weight: 5, arbitrary: attempt }, fc.jsonValue({ maxDepth: 1 }));
  /** Most bodies have the fields of one route; the others mix the fields of all. */
  const fields = fc.oneof(
    ...shapes.map((names) => fc.record(Object.fromEntries(names.map((name) => [name, value])))),
    fc.dictionary(fc.constantFrom(...shapes.flat()), value, { maxKeys: 8 }),
  );
  const asForm = (body: object): string =>
    new URLSearchParams(
      Object.entries(body).map(([name, item]) => [name, typeof item === 'string' ? item : JSON.stringify(item)]),
    ).toString();
  const body = fc.oneof(
    { weight: 3, arbitrary: fields.map((record) => ({ type: 'application/json', payload: JSON.stringify(record) })) },
    {
      weight: 3,
      arbitrary: fields.map((record) => ({ type: 'application/x-www-form-urlencoded', payload: asForm(record) })),
    },
    fc.json({ maxDepth: 2 }).map((payload) => ({ type: 'application/json', payload })),
    fc.string({ unit: 'binary' }).map((payload) => ({ type: 'text/plain', payload })),
  );
  const bearer = fc.option(
    attempt.map((text) => `Bearer ${encodeURIComponent(text)}`),
    { nil: undefined },
  );
  return fc.record({
    body,
    bearer,
    query: attempt,
    place: fc.constantFrom('p', 'token', 'secret', 'lang', 'signature'),
  });
};

/**
 * Sends the requests to one route. @returns those that failed, and those that were accepted although the route is
 * guarded.
 */
const send = async ({ method, url, auth }: TestApi['routes'][number], requests: readonly Request[]) => {
  const failures: unknown[] = [];
  const granted: unknown[] = [];
  const hands = Array.from({ length: atOnce }, async (_, hand) => {
    for (let index = hand; index < requests.length; index += atOnce) {
      const { body, bearer, query, place } = requests[index] ?? expect.fail();
      const part = encodeURIComponent(query);
      const answer = await api.app.inject({
        method,
        url: `${url.replace(/:\w+/, part)}?p=1&${place}=${part}`,
        // Another network for each request, so that the rate limits, which have separate tests, let it through.
        remoteAddress: `10.${(index >> 16) % 256}.${(index >> 8) % 256}.${index % 256}`,
        headers: { 'content-type': body.type, ...(bearer === undefined ? {} : { authorization: bearer }) },
        payload: body.payload,
      });
      if (answer.statusCode >= 500) failures.push({ body, bearer, query, place, answer: answer.body });
      if (auth !== 'public' && answer.statusCode < 400) granted.push({ body, bearer, query, place });
    }
  });
  await Promise.all(hands);
  return { failures, granted };
};

it('answers generated bodies on each route without a 5xx, and changes nothing without authorization', {
  timeout: counted(120_000, 900_000),
}, async () => {
  const requests = fc.sample(createRequests(), { numRuns: bodiesPerRoute, seed: 15 });
  const before = new Set(await everyRow(api.infrastructure.database, openTables));
  const routes = api.routes.filter(({ method }) => method !== 'ANY');
  for (const route of routes) {
    const name = `${route.method} ${route.url}`;
    expect(await send(route, requests), name).toEqual({ failures: [], granted: [] });
    // Compared once for each route, because reading every row takes longer than a request.
    const after = new Set(await everyRow(api.infrastructure.database, openTables));
    const changed = [...[...before].filter((row) => !after.has(row)), ...[...after].filter((row) => !before.has(row))];
    const signUps = route.url === schoolZonePaths.teachers ? signUpTables : [];
    expect(
      changed.filter((row) => !signUps.includes(row.split(':')[0] ?? '')),
      name,
    ).toEqual([]);
    for (const row of after) before.add(row);
    // The networks are used again at the next route.
    await api.infrastructure.database.deleteFrom('rate_limits').execute();
  }
});
