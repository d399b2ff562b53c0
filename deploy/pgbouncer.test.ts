import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEmptyDatabase, testDatabaseUrl } from '../backend/testing/database-template.ts';
import { callableBy, payBySimulator } from '../backend/testing/parent-calls.ts';
import {
  openSchool,
  type EmulatedServices,
  productionFolder,
  productionSettings,
  startEmulatedServices,
} from './testing/production-portal.ts';
import type { ServerProcess } from '../backend/testing/server-process.ts';
import { createApiClient, randomPlayfabId } from '../backend/testing/test-api.ts';
import { freePorts } from '../scripts/test-tools/ports.ts';
import { send, startCaddy, startPgbouncer } from '../scripts/test-tools/proxies.ts';

if (testDatabaseUrl === undefined) throw new Error('This needs PostgreSQL. Run: npm run check -- --only deploy');
const databaseServer = testDatabaseUrl;

/** How many visitors use the portal at the same time. */
const visitors = Array.from({ length: 24 }, (_, index) => index + 1);

describe('two processes behind Caddy, with PgBouncer in transaction mode', () => {
  let pgbouncer: Awaited<ReturnType<typeof startPgbouncer>>;
  let services: EmulatedServices;
  let portals: ServerProcess[];
  let caddy: Awaited<ReturnType<typeof startCaddy>>;
  let direct: pg.Client;
  /** Ends what was started, also when a later part could not start. */
  const closing: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    const empty = await createEmptyDatabase(databaseServer);
    closing.push(empty.drop);
    direct = new pg.Client({ connectionString: empty.url });
    closing.push(() => direct.end());
    await direct.connect();
    // A database that another person set up.
    for (const setting of [
      "datestyle = 'German'",
      "bytea_output = 'escape'",
      "default_transaction_isolation = 'serializable'",
    ])
      await direct.query(`alter database ${empty.name} set ${setting}`);
    pgbouncer = await startPgbouncer(empty.url);
    closing.push(pgbouncer.stop);
    const ports = await freePorts([0, 0]);
    services = await startEmulatedServices(`http://127.0.0.1:${ports[0]}`);
    closing.push(services.close);
    const folder = productionFolder();
    // Both find an empty database and want to create the tables.
    const starts = ports.map((port) =>
      services.startPortal({ DATABASE_URL: pgbouncer.url, PORT: String(port), BUILD_FOLDER: folder }),
    );
    portals = await Promise.all(starts);
    for (const portal of portals) closing.push(() => portal.halt('SIGKILL'));
    await Promise.all(portals.map(({ ready }) => ready));
    caddy = await startCaddy(ports);
    closing.push(caddy.stop);
  }, 120_000);
  afterAll(async () => {
    for (const close of closing.toReversed()) await close();
  });

  /** The portal behind Caddy, for an address of the visitor. */
  const portalFor = (visitor: number) =>
    callableBy(async ({ path, ...call }) => {
      const { status, body } = await send(caddy, path, { ...call, from: `127.0.1.${visitor}` });
      if (status !== 200) throw new Error(`${call.method} ${path}: ${status} ${body}`);
      return { status, body: body.toString() };
    });
  const metricsOf = async ({ port }: ServerProcess): Promise<string> => {
    const headers = { authorization: `Bearer ${productionSettings.METRICS_KEY}` };
    return (await fetch(`http://127.0.0.1:${port}/metrics`, { headers })).text();
  };
  /** Returns how many requests each process has answered. */
  const answeredBy = async (route: string): Promise<number[]> =>
    Promise.all(
      portals.map(async (portal) => {
        const line = new RegExp(`^http_request_seconds_count\\{[^}]*route="${route}"[^}]*\\} (\\d+)$`, 'gm');
        return [...(await metricsOf(portal)).matchAll(line)].reduce((sum, [, count]) => sum + Number(count), 0);
      }),
    );

  it('sells one subscription to each of many parents, through both processes', async () => {
    const parents = await Promise.all(
      visitors.map(async (visitor) => {
        const client = createApiClient(portalFor(visitor), services.titleToken);
        const token = await client.signIn(randomPlayfabId());
        const parent = client.billing({ token, userId: (await client.user(token)).json().data.id });
        // Two tabs open one page.
        const [page = '', other] = await Promise.all([parent.openPage(), parent.openPage()]);
        expect(other).toBe(page);
        await payBySimulator(services.stripeUrl, page);
        // Every second parent closes the browser instead of returning, and the webhook reports the payment.
        if (visitor % 2 === 0) expect((await parent.refresh(page)).json().isSubscribed).toBe(true);
        return parent;
      }),
    );
    const paid = async (): Promise<number> => {
      const all = await Promise.all(parents.map((parent) => parent.status()));
      return all.filter(({ isSubscribed }) => isSubscribed).length;
    };
    await expect.poll(paid).toBe(visitors.length);
    const { rows } = await direct.query<{ live: string }>(
      `select count(*) as live from stripe_subscriptions where status <> 'ended'`,
    );
    expect(rows).toEqual([{ live: String(visitors.length) }]);
    const shares = await answeredBy('/api/stripe/subscription/purchaseSession');
    expect(shares.every((share) => share > 0)).toBe(true);
  }, 60_000);

  it('opens classes, counts what the game reports, and mails each teacher once', async () => {
    const schools = await Promise.all(
      visitors.map(async (visitor) => {
        const school = await openSchool(portalFor(visitor));
        // The game repeats reports, and both processes receive them.
        await Promise.all([school.play(), school.play()]);
        return school;
      }),
    );
    for (const school of schools) expect(await school.completed()).toBe(3);
    const waiting = async () => {
      const { rows } = await direct.query<{ count: string }>('select count(*) from jobs where finished_at is null');
      return rows[0]?.count;
    };
    await expect.poll(waiting).toBe('0');
    const recipients = services.smtp.received.map((mail) => mail.recipients.join());
    expect(recipients.toSorted()).toEqual(schools.map(({ email }) => email).toSorted());
  }, 60_000);

  it('leaves no state of a session behind, and keeps the time limits', async () => {
    const locks = await direct.query(`select pid from pg_locks where locktype = 'advisory'`);
    expect(locks.rows).toEqual([]);
    const pooled = new pg.Client({ connectionString: pgbouncer.url });
    await pooled.connect();
    const { rows } = await pooled.query(
      `select (select count(*)::int from pg_prepared_statements) as statements,
              (select count(*)::int from pg_listening_channels()) as channels,
              current_setting('statement_timeout') as statement,
              current_setting('idle_in_transaction_session_timeout') as idle`,
    );
    await pooled.end();
    expect(rows).toEqual([{ statements: 0, channels: 0, statement: '10s', idle: '10s' }]);
    for (const portal of portals) expect(portal.output()).not.toContain('a connection to the database broke');
  });
});
