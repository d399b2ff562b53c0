import { beforeEach, describe, expect, it } from 'vitest';
import type { AnalyticsEventType } from '../../../src/contracts/calls/visits.ts';
import { classroomDetailedPath } from '../../../src/contracts/calls/school-zone.ts';
import { eraseTeacher } from '../../admin/commands.ts';
import { closeAfterAll, everyRow } from '../../testing/test-database.ts';
import { type CapturedEvent, measurementAccount, metaAccount, startReceivers } from '../../testing/servers.ts';
import { createTeacherCalls, newestMail, newTeacher } from '../../testing/school-calls.ts';
import { createTestApi } from '../../testing/test-api.ts';
import { fieldTable, type ForwardedEventType, receivers as receiverNames, sha256 } from './conversions.ts';
import { testPortal } from '../../testing/portal-parts.ts';
import { readFileSync } from 'node:fs';

const userAgent = 'Mozilla/5.0 (of a test)';
const clientID = '1234567890.1700000000';
const receivers = await closeAfterAll(startReceivers());
const api = await closeAfterAll(createTestApi({ gateways: { conversions: receivers.clients } }));
let eventID: string;
let count = 0;

beforeEach(async () => {
  receivers.captured.length = 0;
  receivers.answer({});
  await api.database.deleteFrom('jobs').execute();
  api.jobs.failures.length = 0;
  api.clock.advance(3_600_000);
  count += 1;
  eventID = `event-${count}`.padEnd(22, '-');
});

const consent = { cookie: 'lang=fr; CookieConsent=true' };
type Headers = Record<string, string>;
type Visit = { headers?: Headers; remoteAddress?: string };
const log = async (
  type: AnalyticsEventType,
  data: object = {},
  { headers = consent, remoteAddress = '203.0.113.77' }: Visit = {},
  app = api.app,
): Promise<void> => {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/analytics/log',
    headers: { 'user-agent': userAgent, ...headers },
    remoteAddress,
    payload: {
      type,
      timestamp: '2001-01-01T00:00:00Z',
      data: JSON.stringify({ eventID, clientID, page: '/schoolzone/teacher/signup', lang: 'fr', ...data }),
    },
  });
  expect([answer.statusCode, answer.json()]).toEqual([200, { success: true }]);
};
/** Logs an event, and sends it on. */
const send = async (type: AnalyticsEventType, data?: object, visit?: Visit): Promise<void> => {
  await log(type, data, visit);
  await api.jobs.runDue();
};

/** Returns the paths of a value: `{a: [{b: 1}]}` as `['a.b']`. */
const pathsOf = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(pathsOf);
  if (typeof value !== 'object' || value === null) return [''];
  return Object.entries(value).flatMap(([key, inner]) =>
    pathsOf(inner).map((path) => (path === '' ? key : `${key}.${path}`)),
  );
};
/** Fields that every request of a receiver has in addition to those of the table. */
const envelope = {
  meta: (name: string, fields: string[]) => ({
    path: `/v25.0/${metaAccount.pixelId}/events`,
    paths: ['access_token', 'data.event_name', ...fields.map((field) => `data.${field}`)].toSorted(),
    name,
  }),
  measurement: (name: string, fields: string[]) => ({
    path: `/mp/collect?measurement_id=${measurementAccount.measurementId}&api_secret=${measurementAccount.apiSecret}`,
    paths: ['events.name', ...fields.map((field) => field.replace(/^params/, 'events.params'))].toSorted(),
    name,
  }),
};
const nameIn = (body: unknown): unknown => /"(?:event_name|name)":"(\w+)"/.exec(JSON.stringify(body))?.[1];
const seen = ({ path, body }: CapturedEvent) => ({ path, paths: pathsOf(body).toSorted(), name: nameIn(body) });

/** Registers a teacher. @returns the address, and the link in the mail. */
const signUpTeacher = async (): Promise<{ email: string; mailedLink: string }> => {
  const { email, ...teacher } = newTeacher();
  expect((await createTeacherCalls(api.app).signUp({ ...teacher, email })).statusCode).toBe(200);
  await api.jobs.runDue();
  return { email, mailedLink: newestMail(api.jobs.mails, email, 'classroom-ready').values.classroomID };
};
const openLink = async (classroomID: string, headers: Headers = consent): Promise<void> => {
  const url = classroomDetailedPath(classroomID);
  expect((await api.app.inject({ url, headers: { 'user-agent': userAgent, ...headers } })).statusCode).toBe(200);
  await api.jobs.runDue();
};

describe('forwarded events', () => {
  it('sends exactly the fields of the table', async () => {
    const { mailedLink } = await signUpTeacher();
    for (const type of ['page_view', 'sign_up', 'sign_in', 'teacher_sign_up', 'teacher_verified'] as const) {
      receivers.captured.length = 0;
      eventID = type.padEnd(22, '_');
      if (type === 'teacher_verified') await openLink(mailedLink);
      else await send(type, { country: 'CA' });
      const expected = receiverNames.flatMap((receiver) => {
        const rows: Partial<Record<ForwardedEventType, { name: string; fields: object }>> = fieldTable[receiver];
        const row = rows[type];
        return row === undefined ? [] : [envelope[receiver](row.name, Object.keys(row.fields))];
      });
      expect(receivers.captured.map(seen).toSorted((a, b) => b.path.localeCompare(a.path))).toEqual(
        expected.toSorted((a, b) => b.path.localeCompare(a.path)),
      );
    }
  });

  it('forwards ids, page, language and country of a teacher who signed up', async () => {
    await send('teacher_sign_up', { country: 'CA' });
    const now = api.clock.now().getTime();
    const bodies = Object.fromEntries(receivers.captured.map(({ receiver, body }) => [receiver, body]));
    const address = `${testPortal}/schoolzone/teacher/signup`;
    expect(bodies).toEqual({
      meta: {
        access_token: metaAccount.accessToken,
        data: [
          {
            event_name: 'TeacherRegistration',
            event_id: eventID,
            event_time: now / 1_000,
            action_source: 'website',
            event_source_url: address,
            user_data: { external_id: sha256(clientID), client_user_agent: userAgent, country: sha256('ca') },
          },
        ],
      },
      measurement: {
        client_id: clientID,
        timestamp_micros: now * 1_000,
        user_location: { country_id: 'CA' },
        events: [{ name: 'teacher_sign_up', params: { event_id: eventID, page_location: address, language: 'fr' } }],
      },
    });
    expect(JSON.stringify(receivers.captured.map(({ headers }) => headers))).not.toMatch(/203\.0\.113|CookieConsent/);
  });

  it('forwards the address’s digest once when pages open the mailed link, also at once, without a visitor id', async () => {
    const { email, mailedLink } = await signUpTeacher();
    await Promise.all([openLink(mailedLink), openLink(mailedLink)]);
    await openLink(mailedLink);
    expect(receivers.captured.map(({ receiver, body }) => [receiver, body])).toEqual([
      [
        'meta',
        {
          access_token: metaAccount.accessToken,
          data: [
            {
              event_name: 'TeacherVerified',
              event_id: expect.stringMatching(/^[\w-]{22}$/),
              event_time: api.clock.now().getTime() / 1_000,
              action_source: 'website',
              event_source_url: `${testPortal}/schoolzone/teacher/classroom/:id`,
              user_data: { client_user_agent: userAgent, em: sha256(email) },
            },
          ],
        },
      ],
    ]);
  });

  it.each<[string, Headers]>([
    ['without consent', {}],
    ['with Global Privacy Control', { ...consent, 'sec-gpc': '1' }],
  ])('forwards no digest of the address when a teacher opens the mailed link %s', async (_, headers) => {
    const { mailedLink } = await signUpTeacher();
    await openLink(mailedLink, headers);
    // Consent that is given later applies to later requests only.
    await openLink(mailedLink);
    expect(receivers.captured).toEqual([]);
  });

  it('forwards no country of a parent', async () => {
    await send('sign_up', { page: '/signup', country: 'CA' });
    expect(receivers.captured).toHaveLength(2);
    expect(JSON.stringify(receivers.captured)).not.toContain('country');
  });
});

describe('events that are not forwarded', () => {
  it.each<[string, Headers]>([
    ['without consent', {}],
    ['after a scroll', { cookie: 'CookieConsent=scroll' }],
    ['after the checkbox of a form', { cookie: 'CookieConsent=necessary' }],
    ['after a refusal', { cookie: 'CookieConsent=refused' }],
    ['when a second cookie contradicts', { cookie: 'CookieConsent=true; CookieConsent=refused' }],
    ['beside a cookie of other software', { cookie: 'CookieConsent={}; CookieConsent=true' }],
    ['for a value that goes on', { cookie: 'CookieConsent=true=1' }],
    ['for a cookie with a similar name', { cookie: 'XCookieConsent=true; CookieConsent=true1; cookieconsent=true' }],
    ['with Global Privacy Control', { ...consent, 'sec-gpc': '1' }],
  ])('forwards nothing %s', async (_, headers) => {
    await send('sign_up', {}, { headers });
    expect(receivers.captured).toEqual([]);
    expect(await api.database.selectFrom('jobs').selectAll().execute()).toEqual([]);
  });

  it('forwards nothing without a configured ID', async () => {
    const quiet = await createTestApi();
    await log('page_view', {}, {}, quiet.app);
    expect(await quiet.database.selectFrom('jobs').selectAll().execute()).toEqual([]);
    await quiet.close();
  });

  it('counts but does not forward more than 150 events of one address in ten minutes', async () => {
    const remoteAddress = '203.0.113.200';
    for (let index = 0; index < 155; index += 1) {
      await log('sign_in', { eventID: `flood-${index}`.padEnd(22, '-') }, { remoteAddress });
    }
    await api.jobs.runDue();
    expect(receivers.captured).toHaveLength(150);
    await send('sign_in', {}, { remoteAddress: '203.0.113.201' });
    expect(receivers.captured).toHaveLength(151);
  });
});

describe('the delivery of an event', () => {
  it('sends a repeated event once to each receiver, and counts it once', async () => {
    await Promise.all([send('sign_up'), send('sign_up')]);
    await send('sign_up');
    expect(receivers.captured.map(({ receiver }) => receiver).toSorted()).toEqual(['measurement', 'meta']);
    const rows = await api.database.selectFrom('analytics_events').select('data').execute();
    expect(rows.filter(({ data }) => JSON.stringify(data).includes(eventID))).toHaveLength(1);
  });

  it('retries an event with the same id after a 503 and a rate limit', async () => {
    const busy = { status: 400, body: { error: { code: 4, message: 'Application request limit reached' } } };
    receivers.answer({ meta: [busy], measurement: [{ status: 503 }] });
    await send('page_view');
    for (let wait = 0; wait < 3; wait += 1) {
      api.clock.advance(60_000);
      await api.jobs.runDue();
    }
    const sent = receivers.captured.filter(({ body }) => JSON.stringify(body).includes(eventID));
    expect(sent).toHaveLength(4);
    const { failures } = api.jobs;
    expect(failures).toMatchObject(
      ['meta', 'measurement'].map((receiver) => ({ error: `ConversionUnavailable: ${receiver}`, final: false })),
    );
  });

  it('gives an event up that its receiver calls invalid, and keeps nothing of it', async () => {
    const invalid = { status: 400, body: { error: { code: 100, message: 'Invalid parameter' } } };
    receivers.answer({ meta: [invalid], measurement: [{ status: 413 }] });
    await send('sign_up');
    const { failures } = api.jobs;
    expect(failures).toMatchObject(Array(2).fill({ error: 'UnrecoverableError: conversion', final: true }));
    const rows = await api.database.selectFrom('jobs').select(['payload', 'outcome']).execute();
    expect(rows).toEqual(Array(2).fill({ payload: {}, outcome: 'failed' }));
  });

  it('deletes a waiting event of a teacher when an operator erases the teacher', async () => {
    receivers.answer({ meta: [{ status: 503 }] });
    const { email, mailedLink } = await signUpTeacher();
    const digest = sha256(email);
    await openLink(mailedLink);
    expect((await everyRow(api.database)).join()).toContain(digest);
    await eraseTeacher({ database: api.database, now: api.clock.now(), playerOf: null }, email);
    expect((await everyRow(api.database)).join()).not.toContain(digest);
  });
});

const documentedRows = readFileSync('docs/operators/privacy-and-cancelling.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')));

it('finds each forwarded event in the documentation, by the receivers’ names', () => {
  const meta: Record<string, { name: string }> = fieldTable.meta;
  for (const [event, { name }] of Object.entries(fieldTable.measurement)) {
    expect(documentedRows).toContainEqual(['', event, meta[event]?.name ?? '-', name, '']);
  }
});

it('finds exactly the forwarded fields in the documentation', () => {
  const fieldsOf = (table: Record<string, { fields: object }>) =>
    new Set(Object.values(table).flatMap(({ fields }) => Object.keys(fields)));
  const documented = (receiver: string) =>
    new Set(documentedRows.flatMap(([, first, field]) => (first === receiver && field !== undefined ? [field] : [])));
  expect(documented('Meta')).toEqual(fieldsOf(fieldTable.meta));
  expect(documented('measurement protocol')).toEqual(fieldsOf(fieldTable.measurement));
});
