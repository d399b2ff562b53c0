import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPayer } from '../testing/payer.ts';
import { createTestApi, newPlayer, type TestApi } from '../testing/test-api.ts';
import { keepRetention, retention } from './retention.ts';

const day = 24 * 3_600_000;

describe('retention', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi();
  });
  afterAll(() => api.close());

  const keep = () => keepRetention(api.database, api.clock);

  it('nothing outlives its row in the table', async () => {
    await api.signIn(newPlayer());
    await api.portal.analytics.log({ type: 'sign_in', timestamp: api.clock.now().toISOString(), data: '{}' });
    api.clock.advance(37 * day);
    expect(await keep()).toMatchObject({ sessions: 0, analytics_events: 0 });
    api.clock.advance(1);
    expect(await keep()).toMatchObject({ sessions: 1, analytics_events: 0 });
    api.clock.advance(53 * day);
    expect(await keep()).toMatchObject({ analytics_events: 1, rate_limits: 0 });
  });

  it('a payment page that nobody came back from is forgotten after a week', async () => {
    await (await createPayer(api)).openPage();
    api.clock.advance(7 * day);
    expect(await keep()).toMatchObject({ checkouts: 0 });
    api.clock.advance(1);
    expect(await keep()).toMatchObject({ checkouts: 1 });
  });

  it('every table is in the list, or goes with its owner or its job', async () => {
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables
      where table_schema = current_schema() and table_name not like 'kysely%'`.execute(api.database);
    const listed = retention.map(({ table }) => table);
    const others = [
      'users',
      'stripe_customers',
      'stripe_subscriptions',
      'outbox',
      'classrooms',
      'students',
      'progress',
    ];
    expect(rows.map(({ name }) => name).toSorted()).toEqual([...listed, ...others].toSorted());
  });

  it('a window that is still counting stays', async () => {
    await api.portal.limits.consume('recover', { ip: '203.0.113.1', email: 'marie@example.com' });
    expect(await keep()).toMatchObject({ rate_limits: 0 });
    api.clock.advance(day + 1);
    expect((await keep())['rate_limits']).toBe(4);
  });
});
