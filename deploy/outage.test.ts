import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { counted } from '../backend/testing/campaign.ts';
import {
  type EmulatedServices,
  startEmulatedServices,
  type PortalProcess,
  startPortalProcess,
} from '../backend/testing/portal-process.ts';
import { addressOf, ask, payBySimulator } from '../backend/testing/parent-calls.ts';
import { createVisitors, type Parent, type SchoolClass, type Send } from '../backend/testing/visitor-calls.ts';
import { freePort } from '../scripts/test-tools/ports.mjs';
import { startPostgres } from '../scripts/test-tools/postgres.mjs';
import { apiPaths } from '../src/contracts/api.ts';

type Postgres = NonNullable<Awaited<ReturnType<typeof startPostgres>>>;

/** How many visitors sign up, buy and play during an outage. It begins when a part of them is served. */
const people = counted(24, 80);
const before = Math.floor(people / 4);
const unavailable = [503, '5', { success: false, error: 'SERVICE_UNAVAILABLE' }];
type Served = { parent: Parent; school: SchoolClass };

describe('PostgreSQL during sign-ups, purchases and progress reports', () => {
  let primary: Postgres;
  let services: EmulatedServices;
  let portal: PortalProcess;
  beforeAll(async () => {
    primary = (await startPostgres()) ?? expect.fail('PostgreSQL is not installed');
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    services = await startEmulatedServices(origin);
    portal = await startPortalProcess(services, {
      databaseUrl: primary.url,
      publicUrl: origin,
      port,
    });
  }, 120_000);
  afterAll(async () => {
    await portal.stop();
    await services.close();
    primary.stop();
  });

  const isReady = async (): Promise<boolean> => (await fetch(`${portal.origin}/readyz`)).ok;
  const untilReady = () => expect.poll(isReady, { timeout: 30_000, interval: 100 }).toBe(true);

  let refused = 0;
  /** Makes a call, again after each outage, like someone who presses the button again. Every failure must be a 503. */
  const send: Send = async (visitor, { method, path, headers, body }) => {
    for (;;) {
      const answer = await fetch(portal.origin + path, {
        method,
        headers: { ...headers, ...addressOf(visitor) },
        ...(body !== undefined && { body }),
      });
      const json: unknown = await answer.json();
      if (answer.ok) return json;
      expect([answer.status, answer.headers.get('retry-after'), json], `${method} ${path}`).toEqual(unavailable);
      refused += 1;
      await untilReady();
    }
  };

  /** Parents sign up and buy, and teachers open a class that plays. */
  const serve = async (visitor: number): Promise<Served> => {
    const { signUp, purchase, refresh, openClass, play } = createVisitors(send, services.titleToken);
    const parent = await signUp(visitor);
    const page = await purchase(parent);
    await payBySimulator(services.stripeUrl + page);
    // Every second parent closes the browser instead of returning, and only the webhook reports the payment.
    if (visitor % 2 === 0) expect(await refresh(parent, page)).toBe(true);
    const school = await openClass(visitor);
    await play(school);
    return { parent, school };
  };

  it('keeps every acknowledged sign-up, purchase and report and answers 503 meanwhile when it is killed', {
    timeout: 480_000,
  }, async ({ onTestFinished }) => {
    const served: Served[] = [];
    const waiting = Array.from({ length: people }, (_, index) => index);
    let outage: Promise<void> | undefined;
    const interrupt = async (): Promise<void> => {
      primary.crash();
      const probes = Array.from({ length: 20 }, () => ask(portal.origin, apiPaths.user, 'x'.repeat(43)));
      for (const answer of await Promise.all(probes)) {
        expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toEqual(unavailable);
      }
      primary.start();
    };
    const hands = Array.from({ length: 8 }, async () => {
      for (let visitor = waiting.shift(); visitor !== undefined; visitor = waiting.shift()) {
        served.push(await serve(visitor));
        if (served.length === before) outage = interrupt();
      }
    });
    await Promise.all(hands);
    await outage;
    await untilReady();
    expect(served.length).toBe(people);
    // The outage met calls, not only the probes.
    expect(refused).toBeGreaterThan(0);

    const { isSubscribed, completed } = createVisitors(send, services.titleToken);
    const unpaid = async (): Promise<number> => {
      const all = await Promise.all(served.map(({ parent }) => isSubscribed(parent)));
      return all.filter((is) => !is).length;
    };
    // Stripe repeats the webhooks that were answered with 503.
    await expect.poll(unpaid, { timeout: 120_000, interval: 1_000 }).toBe(0);
    const played = await Promise.all(served.map(({ school }) => completed(school)));
    expect(played).toEqual(served.map(() => 3));

    const current = new pg.Client({ connectionString: primary.url });
    await current.connect();
    onTestFinished(() => current.end());
    const unfinished = async () => {
      const { rows } = await current.query<{ kind: string; run_at: Date | null }>(
        'select kind, run_at from jobs where finished_at is null',
      );
      return rows;
    };
    // Mails above the rate of `mailRates` wait for their turn. A job whose lease an outage interrupted runs again
    // after 30 s.
    const lastTurn = Math.max(Date.now(), ...(await unfinished()).map(({ run_at }) => run_at?.getTime() ?? 0));
    await expect.poll(unfinished, { timeout: lastTurn - Date.now() + 90_000, interval: 500 }).toEqual([]);
    const { rows } = await current.query(
      `select count(*)::int as subscriptions, count(distinct user_id)::int as owners
         from stripe_subscriptions s join stripe_customers c on c.id = s.customer_id where status <> 'ended'`,
    );
    expect(rows).toEqual([{ subscriptions: served.length, owners: served.length }]);
    const recipients = services.smtp.received.map((mail) => mail.recipients.join());
    expect(recipients.toSorted()).toEqual(served.map(({ school }) => school.email).toSorted());
    expect(portal.hasExited()).toBe(false);
    expect(portal.output()).not.toContain(new URL(primary.url).password);
  });
});
