import { describe, expect, it } from 'vitest';
import { openTestApi } from '../testing/test-api.ts';

const event = {
  type: 'page_view',
  timestamp: '2026-11-21T10:00:00.000Z',
  data: JSON.stringify({ page: '/signin', lang: 'fr', country: 'CA' }),
};

const api = await openTestApi();

describe('the analytics log', () => {
  const log = (payload: object) =>
    api.app.inject({
      method: 'POST',
      url: '/api/analytics/log',
      headers: { 'user-agent': 'Canary/1' },
      remoteAddress: '203.0.113.77',
      payload,
    });

  it('stores an event without the visitor’s address or device', async () => {
    expect((await log(event)).json()).toEqual({ success: true });
    const rows = await api.database.selectFrom('analytics_events').selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ type: 'page_view', data: { page: '/signin', lang: 'fr', country: 'CA' } });
    expect(JSON.stringify(rows)).not.toMatch(/Canary|203\.0\.113/);
  });

  it('stores the ids of the event and the visitor', async () => {
    const ids = { eventID: 'an-event-of-22-signs-x', clientID: '1234567890.1700000000' };
    const data = { ...ids, page: '/schoolzone/teacher/classroom/:id', lang: 'fr' };
    const answer = await log({ ...event, type: 'teacher_sign_up', data: JSON.stringify(data) });
    expect(answer.json()).toEqual({ success: true });
    const rows = await api.database.selectFrom('analytics_events').select('data').execute();
    expect(rows).toContainEqual({ data });
  });

  it.each([
    ['an undeclared kind of event', { type: 'keystroke' }],
    ['an additional field', { email: 'marie@example.com' }],
    ['an invalid time', { timestamp: 'yesterday' }],
    ['data that is not JSON', { data: '{' }],
    ['free text in the data', { data: '{"note":"marie@example.com"}' }],
    ['a path with a secret', { data: '{"page":"/reset-password?token=abc"}' }],
    ['a path with the key of a class', { data: '{"page":"/schoolzone/teacher/classroom/AAAAAAAAAAAAAAAAAAAAAA"}' }],
    ['the digest of an address', { data: JSON.stringify({ emailHash: 'ab'.repeat(32) }) }],
    ['an address as the id of a visitor', { data: '{"clientID":"marie@example.com.example"}' }],
    ['an id that can be guessed', { data: '{"eventID":"1"}' }],
    ['too much data', { data: JSON.stringify({ page: 'x'.repeat(600) }) }],
  ])('refuses an event with %s', async (_, change) => {
    const answer = await log({ ...event, ...change });
    expect([answer.statusCode, answer.json()]).toEqual([400, { success: false, error: 'INVALID_PAYLOAD' }]);
  });
});

describe('geolocation', () => {
  it.each([
    ['an address in the United States', '8.8.8.8', 'US'],
    ['the same address mapped to IPv6', '::ffff:8.8.8.8', 'US'],
    ['a private address', '127.0.0.1', null],
    ['an IPv6 address, which the table does not know', '2001:4860:4860::8888', null],
  ])('returns the country of %s', async (_, ip, expected) => {
    const answer = await api.app.inject({ url: '/api/geolocation', remoteAddress: ip });
    expect(answer.json()).toEqual({ success: true, country: expected });
  });
});
