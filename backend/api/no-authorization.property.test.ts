import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { counted } from '../testing/campaign.ts';
import { insertClassroom } from '../testing/classroom.ts';
import { testDatabaseUrl } from '../testing/empty-database.ts';
import { everyRow } from '../testing/every-row.ts';
import { createPayer } from '../testing/payer.ts';
import { createTeacherCalls, newTeacher } from '../testing/teacher-calls.ts';
import { createTestApi, newToken, type TestApi } from '../testing/test-api.ts';

/** The routes are the same on both databases, so the high count runs on PGlite only. */
const bodiesPerRoute = testDatabaseUrl === undefined ? counted(60, 1_000) : 60;

/** Tables that count or queue every request, or that everyone may write. They grant nobody a right. */
const openTables = /^(rate_limits|analytics_events|outbox): /;

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
  const classroom = await insertClassroom(api.database);
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

const createRequests = () => {
  const attempt = fc.oneof(fc.constantFrom(...known), fc.string(), fc.constantFrom('1', 'en', 'true', '3', newToken()));
  const value = fc.oneof({ weight: 3, arbitrary: attempt }, fc.jsonValue({ maxDepth: 2 }));
  const fields = fc.record(
    {
      token: value,
      password: value,
      userID: value,
      customerID: value,
      checkoutSessionID: value,
      lang: value,
      coupon: value,
      email: value,
      name: value,
      numStudents: value,
      schoolName: value,
      ageGroup: value,
      referralEmail: value,
      reinitialize: value,
      teacherAuthID: value,
      teacherPlayfabID: value,
      newLink: value,
      type: value,
      data: value,
      timestamp: value,
      classroomID: value,
      classroomCode: value,
      studentCode: value,
      levelsPlayed: value,
      levelStatus: value,
      FunctionArgument: value,
      CallerEntityProfile: value,
      TitleAuthenticationContext: value,
      event: value,
      api_version: value,
      ['__proto__']: value,
    },
    { requiredKeys: [] },
  );
  const asForm = (body: object): string =>
    new URLSearchParams(
      Object.entries(body).map(([name, item]) => [name, typeof item === 'string' ? item : JSON.stringify(item)]),
    ).toString();
  const body = fc.oneof(
    fields.map((record) => ({ type: 'application/json', payload: JSON.stringify(record) })),
    fields.map((record) => ({ type: 'application/x-www-form-urlencoded', payload: asForm(record) })),
    fc.json().map((payload) => ({ type: 'application/json', payload })),
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

it('answers generated bodies on each route without a 5xx, and changes nothing without authorization', {
  timeout: counted(120_000, 600_000),
}, async () => {
  const requests = fc.sample(createRequests(), { numRuns: bodiesPerRoute, seed: 15 });
  const routes = api.routes.filter(({ method }) => method !== 'ANY');
  const before = await everyRow(api.database);
  const failures: unknown[] = [];
  const granted: unknown[] = [];
  let sent = 0;
  for (const { method, url, auth } of routes) {
    for (const { body, bearer, query, place } of requests) {
      sent += 1;
      const part = encodeURIComponent(query);
      const answer = await api.app.inject({
        method,
        url: `${url.replace(/:\w+/, part)}?p=1&${place}=${part}`,
        // Another network for each request, so that the rate limits, which have tests of their own, let it through.
        remoteAddress: `10.${(sent >> 16) % 256}.${(sent >> 8) % 256}.${sent % 256}`,
        headers: { 'content-type': body.type, ...(bearer === undefined ? {} : { authorization: bearer }) },
        payload: body.payload,
      });
      if (answer.statusCode >= 500) failures.push({ method, url, body, bearer, query, place, answer: answer.body });
      if (auth !== 'public' && answer.statusCode < 400) granted.push({ method, url, body, bearer, query, place });
    }
  }
  expect([failures, granted]).toEqual([[], []]);
  expect(sent).toBe(routes.length * bodiesPerRoute);

  const after = new Set(await everyRow(api.database));
  const gone = before.filter((row) => !openTables.test(row) && !after.has(row));
  expect(gone).toEqual([]);
  const added = [...after]
    .filter((row) => !openTables.test(row) && !before.includes(row))
    .map((row) => row.split(':')[0]);
  // Everyone may sign up a class.
  expect(added.filter((table) => !['teachers', 'classrooms', 'students'].includes(table ?? ''))).toEqual([]);
});
