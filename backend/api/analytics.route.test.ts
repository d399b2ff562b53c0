import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi } from '../testing/test-api.ts';

const event = {
  type: 'page_view',
  timestamp: '2026-11-21T10:00:00.000Z',
  data: JSON.stringify({ page: '/signin', lang: 'fr', country: 'CA' }),
};

describe('the analytics log', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi();
  });
  afterAll(() => api.close());

  const log = (payload: object) =>
    api.app.inject({
      method: 'POST',
      url: '/api/analytics/log',
      headers: { 'user-agent': 'Canary/1' },
      remoteAddress: '203.0.113.77',
      payload,
    });

  it('keeps an event, and neither address nor device', async () => {
    expect((await log(event)).json()).toEqual({ success: true });
    const rows = await api.database.selectFrom('analytics_events').selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ type: 'page_view', data: { page: '/signin', lang: 'fr', country: 'CA' } });
    expect(JSON.stringify(rows)).not.toMatch(/Canary|203\.0\.113/);
  });

  it('counts a teacher, and knows a class’s page by its pattern alone', async () => {
    const signUp = { type: 'teacher_sign_up', data: '{"page":"/schoolzone/teacher/signup","lang":"fr"}' };
    const visit = { data: '{"page":"/schoolzone/teacher/classroom/:id","lang":"fr"}' };
    for (const change of [signUp, visit])
      expect((await log({ ...event, ...change })).json()).toEqual({ success: true });
  });

  it('keeps the ids of event and visitor, and no digest of an address', async () => {
    const ids = { eventID: 'an-event-of-22-signs-x', clientID: '1234567890.1700000000' };
    const data = { ...ids, page: '/schoolzone/teacher/signup', lang: 'fr', emailHash: 'ab'.repeat(32) };
    expect((await log({ ...event, type: 'teacher_sign_up', data: JSON.stringify(data) })).json()).toEqual({
      success: true,
    });
    const rows = await api.database.selectFrom('analytics_events').select('data').execute();
    expect(rows).toContainEqual({ data: { ...ids, page: '/schoolzone/teacher/signup', lang: 'fr' } });
    expect(JSON.stringify(rows)).not.toContain(data.emailHash);
  });

  it.each([
    ['a kind of event that nobody declared', { type: 'keystroke' }],
    ['a field more', { email: 'marie@example.com' }],
    ['a time that is none', { timestamp: 'yesterday' }],
    ['a year that no calendar has', { timestamp: '0000-01-01T00:00:00Z' }],
    ['data that is no JSON', { data: '{' }],
    ['data that is a list', { data: '[]' }],
    ['free text in the data', { data: '{"note":"marie@example.com"}' }],
    ['a path with a secret', { data: '{"page":"/reset-password?token=abc"}' }],
    ['a path with the key of a class', { data: '{"page":"/schoolzone/teacher/classroom/AAAAAAAAAAAAAAAAAAAAAA"}' }],
    ['an address in place of its digest', { data: '{"emailHash":"marie@example.com"}' }],
    ['an address as the id of a visitor', { data: '{"clientID":"marie@example.com.example"}' }],
    ['an id that somebody may guess', { data: '{"eventID":"1"}' }],
    ['too much data', { data: JSON.stringify({ page: 'x'.repeat(600) }) }],
  ])('refuses %s', async (_, change) => {
    const answer = await log({ ...event, ...change });
    expect([answer.statusCode, answer.json()]).toEqual([400, { success: false, error: 'INVALID_PAYLOAD' }]);
  });
});
