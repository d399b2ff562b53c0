import { describe, expect, it, onTestFinished } from 'vitest';
import { sql } from 'kysely';
import { jobsRepository } from '../store/jobs.repository.ts';
import { onPglite } from '../db/database.ts';
import { createTestApi } from '../testing/test-api.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { createLogger } from './log.ts';
import { createMetrics, createObserver, type MetricsAccess } from './metrics.ts';

const key = 'metrics-7Fq2xZ9LmVt4RkWc8PyHs3NbJd6GaEu';
const newKey = 'newer-7Fq2xZ9LmVt4RkWc8PyHs3NbJd6GaEu';

const ask = async (metricsAccess: MetricsAccess, headers: Record<string, string>) => {
  const test = await createTestApi({ monitoring: { metricsAccess } });
  onTestFinished(test.close);
  await test.app.inject('/signin?token=a-secret');
  return test.app.inject({ url: '/metrics', headers });
};

describe('/metrics', () => {
  it.each([
    ['development', [], '', 200],
    ['development', [key], '', 404],
    ['production', [], '', 404],
    ['production', [key], `Bearer ${key}x`, 404],
    ['production', [key], '', 404],
    ['production', [key, newKey], `Bearer ${key}`, 200],
    ['production', [key, newKey], `Bearer ${newKey}`, 200],
    ['production', [key, newKey], `Bearer ${key},${newKey}`, 404],
  ] as const)('answers in %s with the keys %j to "%s": %i', async (mode, keys, authorization, status) => {
    expect((await ask({ mode, keys }, { authorization })).statusCode).toBe(status);
  });

  it('counts by route pattern, never by URL', async () => {
    const { body } = await ask({ mode: 'development', keys: [] }, {});
    expect(body).toContain('http_request_seconds_count{method="GET",route="/signin",status="200"} 1');
    expect(body).not.toContain('a-secret');
  });

  it('reports how long jobs wait, and says nothing about them without a database', async () => {
    const { database, close } = await createTestDatabase();
    onTestFinished(close);
    const metrics = createMetrics();
    const jobs = jobsRepository(database);
    const connections = () => ({ busy: 2, idle: 3, waiting: 1 });
    metrics.readDatabase({ database, connections });
    const job = { id: 'a', kind: 'mail', payload: '{}' };
    await jobs.add(job);
    await jobs.add({ ...job, id: 'b', runAt: new Date(Date.now() + 3_600_000) });
    await sql`update jobs set entered_at = now() - interval '90 seconds', attempts = 3 where id = 'a'`.execute(
      database,
    );
    // A job that has run for ten minutes does not wait.
    await jobs.add({ ...job, id: 'c' });
    await sql`update jobs set entered_at = now() - interval '600 seconds', leased_until = now() + interval '30 seconds'
      where id = 'c'`.execute(database);
    const text = await metrics.text();
    expect(Number(/^jobs_oldest_due_seconds (\S+)$/m.exec(text)?.[1])).toBeLessThan(600);
    expect(Number(/^jobs_oldest_due_seconds (\S+)$/m.exec(text)?.[1])).toBeGreaterThanOrEqual(90);
    expect(text).toMatch(/^jobs_most_attempts 3$/m);
    expect(text).toContain('database_connections{state="waiting"} 1');

    const broken = createMetrics();
    const unavailable = onPglite(() => Promise.reject(new Error('unavailable')));
    broken.readDatabase({ database: unavailable, connections: () => null });
    broken.countJobFailure('mail', true);
    const rest = await broken.text();
    expect(rest).toContain('jobs_failures_total{kind="mail",final="true"} 1');
    expect(rest).not.toMatch(/^(jobs_oldest_due_seconds|subscriptions|database_connections)\b/m);
  });

  it('counts sign-ups, webhooks by their delay, and subscriptions by store and status', async () => {
    const { database, close } = await createTestDatabase();
    onTestFinished(close);
    const metrics = createMetrics();
    const observer = createObserver(createLogger('silent'), metrics);
    observer.event({ kind: 'sign-up' });
    observer.event({ kind: 'webhook', sender: 'stripe', delay: 400 });
    for (const statement of [
      sql`insert into users (id, playfab_id, language, created_at) values ('u', 'p', 'en', now())`,
      sql`insert into stripe_customers (id, user_id, applied_read) values ('cus_1', 'u', 1)`,
      sql`insert into stripe_subscriptions (id, customer_id, status, created_at, details, checked_at)
          select 'sub_' || status, 'cus_1', status, now(), '{}', now() from unnest(array['active', 'ended']) as status`,
      // The second one is over, although no event said so.
      sql`insert into store_subscribers (app_user_id, applied_read, ends_at) values ('p', 1, now())`,
      sql`insert into store_subscriptions (app_user_id, product, store, status, period_end, member_until, renews)
          select 'p', ends::text, 'apple', 'active', now(), now() + ends, true
          from unnest(array[interval '3 days', interval '-3 days']) as ends`,
    ]) {
      await statement.execute(database);
    }
    metrics.readDatabase({ database, connections: () => null });
    await metrics.text();
    // The count is read at most every five minutes.
    await sql`update stripe_subscriptions set status = 'ended'`.execute(database);
    const text = await metrics.text();
    expect(text.match(/^subscriptions\{.*$/gm)?.toSorted()).toEqual([
      'subscriptions{store="apple",status="active"} 1',
      'subscriptions{store="stripe",status="active"} 1',
      'subscriptions{store="stripe",status="ended"} 1',
    ]);
    expect(text).toContain('security_events_total{kind="sign-up"} 1');
    expect(text).toContain('webhook_delay_seconds_bucket{le="300",sender="stripe"} 0');
    expect(text).toContain('webhook_delay_seconds_bucket{le="1800",sender="stripe"} 1');
  });
});
