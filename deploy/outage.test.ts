import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { counted, serveAll } from '../backend/testing/campaign.ts';
import { urlOfCall, callableBy, payBySimulator } from '../backend/testing/parent-calls.ts';
import {
  openSchool,
  type EmulatedServices,
  productionFolder,
  startEmulatedServices,
  type School,
} from './testing/production-portal.ts';
import type { ServerProcess } from '../backend/testing/server-process.ts';
import { createApiClient, encodeP, randomPlayfabId } from '../backend/testing/test-api.ts';
import { freePort } from '../scripts/test-tools/ports.ts';
import { startPostgres } from '../scripts/test-tools/postgres.ts';
import { apiPaths } from '../src/contracts/api.ts';

type Postgres = NonNullable<Awaited<ReturnType<typeof startPostgres>>>;

/** How many visitors sign up, buy and play during an outage. It begins when a part of them is served. */
const people = counted(24, 80);
const before = Math.floor(people / 4);
const unavailable = [503, '5', { success: false, error: 'SERVICE_UNAVAILABLE' }];
type Parent = ReturnType<ReturnType<typeof createApiClient>['billing']>;
type Served = { parent: Parent; school: School };

describe('PostgreSQL during sign-ups, purchases and progress reports', () => {
  let primary: Postgres;
  let services: EmulatedServices;
  let portal: ServerProcess;
  let origin: string;
  const folder = productionFolder();
  beforeAll(async () => {
    primary = (await startPostgres()) ?? expect.fail('PostgreSQL is not installed');
    const port = await freePort();
    origin = `http://127.0.0.1:${port}`;
    services = await startEmulatedServices(origin);
    portal = await services.startPortal({ DATABASE_URL: primary.url, PORT: String(port), BUILD_FOLDER: folder });
    await portal.ready;
  }, 120_000);
  afterAll(async () => {
    await portal.halt('SIGKILL');
    await services.close();
    primary.stop();
  });

  const isReady = async (): Promise<boolean> => (await fetch(`${origin}/readyz`)).ok;
  const untilReady = () => expect.poll(isReady, { interval: 100 }).toBe(true);

  let refused = 0;
  /**
   * A visitor's calls, again after each outage, like someone who presses the button again. Every failure must be a 503.
   */
  const portalFor = (visitor: number) =>
    callableBy(async ({ path, ...call }) => {
      for (;;) {
        const answer = await fetch(origin + path, { ...call, headers: { ...call.headers, ...urlOfCall(visitor) } });
        const body = await answer.text();
        if (answer.ok) return { status: answer.status, body };
        const failure = [answer.status, answer.headers.get('retry-after'), JSON.parse(body)];
        expect(failure, `${call.method} ${path}`).toEqual(unavailable);
        refused += 1;
        await untilReady();
      }
    });

  /** A parent signs up and buys, and a teacher opens a class that plays. */
  const serve = async (visitor: number): Promise<Served> => {
    const server = portalFor(visitor);
    const client = createApiClient(server, services.titleToken);
    const token = await client.signIn(randomPlayfabId());
    const parent = client.billing({ token, userId: (await client.user(token)).json().data.id });
    const page = await parent.openPage();
    await payBySimulator(services.stripeUrl, page);
    // Every second parent closes the browser instead of returning, and only the webhook reports the payment.
    if (visitor % 2 === 0) expect((await parent.refresh(page)).json().isSubscribed).toBe(true);
    const school = await openSchool(server);
    await school.play();
    return { parent, school };
  };

  it('keeps every acknowledged sign-up, purchase and report when it is killed, and answers 503 until it runs again', {
    timeout: 480_000,
  }, async ({ onTestFinished }) => {
    const served: Served[] = [];
    let outage: Promise<void> | undefined;
    const interrupt = async (): Promise<void> => {
      primary.crash();
      const probes = Array.from({ length: 20 }, () => fetch(`${origin}${apiPaths.user}?p=${encodeP('x'.repeat(43))}`));
      for (const answer of await Promise.all(probes)) {
        expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toEqual(unavailable);
      }
      primary.start();
    };
    await serveAll(people, async (visitor) => {
      served.push(await serve(visitor));
      if (served.length === before) outage = interrupt();
    });
    await outage;
    await untilReady();
    expect(served.length).toBe(people);
    // The outage met calls, not only the probes.
    expect(refused).toBeGreaterThan(0);

    const unpaid = async (): Promise<number> => {
      const all = await Promise.all(served.map(({ parent }) => parent.status()));
      return all.filter(({ isSubscribed }) => !isSubscribed).length;
    };
    // Stripe repeats the webhooks that were answered with 503.
    await expect.poll(unpaid, { timeout: 120_000, interval: 1_000 }).toBe(0);
    const played = await Promise.all(served.map(({ school }) => school.completed()));
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
    expect(portal.child.exitCode).toBeNull();
    expect(portal.output()).not.toContain(new URL(primary.url).password);
  });
});
