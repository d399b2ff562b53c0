import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
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

/** Starts a TCP forwarder, such as HAProxy or a virtual address: clients keep one address when another server takes over. */
const startForwarder = async (first: number) => {
  let target = first;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1');
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket
        .on('error', () => undefined)
        .on('close', () => {
          sockets.delete(socket);
          client.destroy();
          upstream.destroy();
        });
    }
    client.pipe(upstream).pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    /** Returns the URL of a database as a client of the forwarder writes it. */
    through: (url: string): string => {
      const own = new URL(url);
      own.port = String(address.port);
      return own.href;
    },
    forwardTo: (port: number): void => {
      target = port;
    },
    close: async (): Promise<void> => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
};

/** How many visitors sign up, buy and play during an outage. It begins when a part of them is served. */
const people = counted(24, 80);
const before = Math.floor(people / 4);
const unavailable = [503, '5', { success: false, error: 'SERVICE_UNAVAILABLE' }];
type Served = { parent: Parent; school: SchoolClass };

describe('PostgreSQL during sign-ups, purchases and progress reports', () => {
  let primary: Postgres;
  let standby: Postgres;
  let forwarder: Awaited<ReturnType<typeof startForwarder>>;
  let services: EmulatedServices;
  let portal: PortalProcess;
  beforeAll(async () => {
    primary = (await startPostgres()) ?? expect.fail('PostgreSQL is not installed');
    standby = await primary.standby();
    // A commit is acknowledged when the replica has it too, so that a failover loses nothing.
    const admin = new pg.Client({ connectionString: primary.url });
    await admin.connect();
    await admin.query(`alter system set synchronous_standby_names = '*'`);
    await admin.query('select pg_reload_conf()');
    await admin.end();
    forwarder = await startForwarder(primary.port);
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    services = await startEmulatedServices(origin);
    portal = await startPortalProcess(services, {
      databaseUrl: forwarder.through(primary.url),
      publicUrl: origin,
      port,
    });
  }, 120_000);
  afterAll(async () => {
    await portal.stop();
    await services.close();
    await forwarder.close();
    standby.stop();
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

  /** What happens to the database, and what makes it available again. */
  const outages: { name: string; end: () => void; recover: () => void }[] = [
    { name: 'killed', end: () => primary.crash(), recover: () => primary.start() },
    {
      name: 'restarted',
      end: () => primary.crash(),
      recover: () => {
        primary.start();
        primary.restart();
      },
    },
    {
      name: 'failed over',
      end: () => primary.crash(),
      recover: () => {
        standby.promote();
        forwarder.forwardTo(standby.port);
      },
    },
  ];
  /** Everyone who was served, in this outage and in earlier ones. */
  const served: Served[] = [];

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

  it.for(outages)(
    'keeps every acknowledged sign-up, purchase and report and answers 503 meanwhile when it is $name',
    { timeout: 480_000 },
    async ({ end, recover }, { onTestFinished }) => {
      const first = served.length;
      const refusedBefore = refused;
      const waiting = Array.from({ length: people }, (_, index) => first + index);
      let outage: Promise<void> | undefined;
      const interrupt = async (): Promise<void> => {
        end();
        const probes = Array.from({ length: 20 }, () => ask(portal.origin, apiPaths.user, 'x'.repeat(43)));
        for (const answer of await Promise.all(probes)) {
          expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toEqual(unavailable);
        }
        recover();
      };
      const hands = Array.from({ length: 8 }, async () => {
        for (let visitor = waiting.shift(); visitor !== undefined; visitor = waiting.shift()) {
          served.push(await serve(visitor));
          if (served.length - first === before) outage = interrupt();
        }
      });
      await Promise.all(hands);
      await outage;
      await untilReady();
      expect(served.length - first).toBe(people);
      // The outage met calls, not only the probes.
      expect(refused).toBeGreaterThan(refusedBefore);

      const { isSubscribed, completed } = createVisitors(send, services.titleToken);
      const unpaid = async (): Promise<number> => {
        const all = await Promise.all(served.map(({ parent }) => isSubscribed(parent)));
        return all.filter((is) => !is).length;
      };
      // Stripe repeats the webhooks that were answered with 503.
      await expect.poll(unpaid, { timeout: 120_000, interval: 1_000 }).toBe(0);
      const played = await Promise.all(served.map(({ school }) => completed(school)));
      expect(played).toEqual(served.map(() => 3));

      const current = new pg.Client({ connectionString: forwarder.through(primary.url) });
      await current.connect();
      onTestFinished(() => current.end());
      const unfinished = async () => {
        const { rows } = await current.query<{ kind: string; run_at: Date | null }>(
          'select kind, run_at from outbox where finished_at is null',
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
    },
  );
});
