import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get as getPlain } from 'node:http';
import { connect as connectPlain } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import pg from 'pg';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type TestCall, callableBy } from '../backend/testing/parent-calls.ts';
import { openSchool, productionFolder, productionSettings } from './testing/production-portal.ts';
import { type ServerProcess, startServer } from '../backend/testing/server-process.ts';
import { createEmptyDatabase, testDatabaseUrl } from '../backend/testing/database-template.ts';
import { startSmtpServer } from '../backend/testing/servers.ts';
import { precompress } from '../scripts/build/release.ts';
import { host, otherHost, send, startCaddy } from '../scripts/test-tools/proxies.ts';
import { receiveStripeEvent } from '../src/contracts/calls/servers.ts';
import { levelsPath } from '../src/contracts/calls/levels.ts';
import { encodePParameter } from '../src/contracts/session.ts';

/** A script that is long enough to be compressed at build time. */
const script = `export const levels = ${JSON.stringify(Array.from({ length: 400 }, (_, index) => `level ${index}`))};\n`;
const scriptPath = '/elements/chunks/levels-DaCWor9G.js';

if (testDatabaseUrl === undefined) throw new Error('This needs PostgreSQL. Run: npm run check -- --only deploy');
const databaseServer = testDatabaseUrl;

type Caddy = Awaited<ReturnType<typeof startCaddy>>;

/** Creates a build, a database and a mail server. `start` starts a process of the portal with them. */
const prepare = async () => {
  const folder = productionFolder();
  writeFileSync(join(folder, scriptPath), script);
  await precompress(folder);
  const empty = await createEmptyDatabase(databaseServer);
  const smtp = await startSmtpServer();
  const started: ServerProcess[] = [];
  return {
    folder,
    database: empty.name,
    start: async (more: Record<string, string> = {}): Promise<ServerProcess> => {
      const services = { DATABASE_URL: empty.url, SMTP_URL: smtp.url, BUILD_FOLDER: folder };
      const portal = await startServer({ ...productionSettings, ...services, ...more });
      started.push(portal);
      await portal.ready;
      return portal;
    },
    close: async (): Promise<void> => {
      for (const { child } of started) child.kill('SIGKILL');
      await Promise.all(started.map(({ exited }) => exited));
      await smtp.close();
      await empty.drop();
    },
  };
};

describe('a production portal behind Caddy', () => {
  let prepared: Awaited<ReturnType<typeof prepare>>;
  let portal: ServerProcess;
  let caddy: Caddy;
  beforeAll(async () => {
    prepared = await prepare();
    portal = await prepared.start();
    caddy = await startCaddy([portal.port]);
  });
  afterAll(async () => {
    await caddy.stop();
    await prepared.close();
  });

  it('serves pages over TLS with the policies of the portal', async () => {
    const { status, headers } = await send(caddy, '/signin');
    expect(status).toBe(200);
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    expect(headers['content-security-policy']).toContain('https://a1b2c.playfabapi.com');
  });

  it('offers HTTP/2', async () => {
    const socket = connect({
      host: '127.0.0.1',
      port: caddy.port,
      servername: host,
      ca: caddy.authority,
      ALPNProtocols: ['h2', 'http/1.1'],
    });
    await once(socket, 'secureConnect');
    expect(socket.alpnProtocol).toBe('h2');
    socket.destroy();
  });

  const askPlain = (named: string): Promise<[number | undefined, string | undefined]> =>
    new Promise((resolve, reject) => {
      const options = { host: '127.0.0.1', port: caddy.plainPort, path: '/signup?lang=fr', agent: false };
      getPlain({ ...options, headers: { host: named } }, (response) => {
        response.resume();
        // Caddy names its port, which is not the usual one in this test.
        resolve([response.statusCode, response.headers.location?.replace(`:${caddy.port}`, '')]);
      }).on('error', reject);
    });

  it('redirects http to https and keeps path and query', async () => {
    for (const named of [host, otherHost])
      expect(await askPlain(named)).toEqual([308, `https://${named}/signup?lang=fr`]);
  });

  it('redirects to no host but its own', async () => {
    for (const named of ['evil.example', `${host}.evil.example`, '127.0.0.1', 'localhost'])
      await expect(askPlain(named), named).rejects.toThrow('socket hang up');
    const { headers } = await send(caddy, '/signup?token=t', { headers: { host: 'evil.example' } }).catch(() => ({
      headers: {},
    }));
    expect(headers).not.toHaveProperty('location');
  });

  it('ends a request that never becomes complete', async () => {
    const socket = connect({ host: '127.0.0.1', port: caddy.port, servername: host, ca: caddy.authority });
    await once(socket, 'secureConnect');
    const head = `POST ${receiveStripeEvent.path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\n`;
    socket.write(`${head}Content-Length: 100\r\n\r\n{`);
    await once(socket.resume(), 'close');
  }, 60_000);

  it('serves visitors while one address holds more connections than a process keeps, and sends nothing', async () => {
    const silent = Array.from({ length: 800 }, () => connectPlain(caddy.port, '127.0.0.1'));
    for (const socket of silent) socket.on('error', () => undefined);
    await Promise.all(silent.map((socket) => once(socket, 'connect')));
    expect((await send(caddy, '/signin')).status).toBe(200);
    for (const socket of silent) socket.destroy();
  });

  it('counts each visitor by their own address, which X-Forwarded-For cannot forge', async () => {
    const guess = (from: string, forged?: string) =>
      send(caddy, `${levelsPath}?levelNames=a`, {
        from,
        headers: { authorization: 'Bearer wrong', ...(forged !== undefined && { 'x-forwarded-for': forged }) },
      });
    for (let time = 0; time < 5; time += 1) expect((await guess('127.0.0.2')).status).toBe(401);
    expect((await guess('127.0.0.2')).status).toBe(429);
    expect((await guess('127.0.0.2', '198.51.100.7')).status).toBe(429);
    expect((await guess('127.0.0.3')).status).toBe(401);
  });

  it('passes the body of a webhook on byte by byte, so that its signature is valid', async () => {
    const event = {
      id: 'evt_1',
      object: 'event',
      type: 'customer.created',
      created: 0,
      livemode: true,
      data: { object: {} },
    };
    // Spaces, escapes, a byte order mark and 200 KB: everything that is lost when a proxy parses and writes it again.
    const padding = `\ufeff é 日本 \\u00e9 ${randomBytes(100_000).toString('hex')}`;
    const body = `\n${JSON.stringify({ ...event, padding }, null, 3)}\r\n  `;
    const signature = new Stripe('sk_test_nobody').webhooks.generateTestHeaderString({
      payload: body,
      secret: productionSettings.STRIPE_WEBHOOK_SECRETS,
    });
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    const deliver = (payload: string) =>
      send(caddy, receiveStripeEvent.path, { method: 'POST', headers, body: payload });
    expect((await deliver(body)).body.toString()).toBe('{"success":true}');
    expect((await deliver(body.trim())).body.toString()).toBe('{"success":false,"error":"INVALID_PAYLOAD"}');
  });

  it('refuses a body that is too long with the error of the portal', async () => {
    const answer = await send(caddy, receiveStripeEvent.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: 'x'.repeat(300 * 1024),
    });
    expect([answer.status, answer.body.toString()]).toEqual([413, '{"success":false,"error":"PAYLOAD_TOO_LARGE"}']);
  });

  it.each([
    ['br', '.br'],
    ['gzip', '.gz'],
    ['identity', ''],
  ])('sends a file with the encoding %s as the build wrote it', async (encoding, ending) => {
    const { headers, body } = await send(caddy, scriptPath, { headers: { 'accept-encoding': encoding } });
    expect(headers['content-encoding'] ?? 'identity').toBe(encoding);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers['vary']?.toLowerCase()).toContain('accept-encoding');
    expect(body.equals(readFileSync(join(prepared.folder, `${scriptPath}${ending}`)))).toBe(true);
  });

  it('shows neither metrics nor development pages', async () => {
    expect((await send(caddy, '/metrics')).status).toBe(404);
    expect((await send(caddy, '/dev/mail')).headers.location).toBe('/#unknown-address');
  });

  /** What a browser gets of a page, of an element's file and of a call. */
  const ask = async (path: string) => {
    const { status, headers, body } = await send(caddy, path);
    return { status, retryAfter: headers['retry-after'], body: body.toString() };
  };
  const unavailable = { status: 503, retryAfter: '5', body: '{"success":false,"error":"SERVICE_UNAVAILABLE"}' };

  const readiness = async (): Promise<number> => (await send(caddy, '/readyz')).status;

  it('keeps pages and elements up while the database is away, and answers calls with 503 and Retry-After', async () => {
    const admin = new pg.Client({ connectionString: databaseServer });
    await admin.connect();
    await admin.query(`alter database ${prepared.database} allow_connections false`);
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [prepared.database]);
    await expect.poll(readiness).toBe(503);
    const token = randomBytes(32).toString('base64url');
    expect(await ask(`/api/user?p=${encodeURIComponent(encodePParameter(token))}`)).toEqual(unavailable);
    expect([(await ask('/signin')).status, (await ask(scriptPath)).status]).toEqual([200, 200]);
    expect((await ask('/healthz')).status).toBe(200);
    await admin.query(`alter database ${prepared.database} allow_connections true`);
    await admin.end();
    await expect.poll(readiness).toBe(200);
  });

  it('writes no token into a log, even when the portal is away', async () => {
    const token = randomBytes(32).toString('base64url');
    portal.child.kill('SIGKILL');
    await portal.exited;
    expect(await ask(`/api/user?p=1&token=${token}`)).toEqual(unavailable);
    const page = await ask('/signin');
    expect([page.status, page.retryAfter]).toEqual([503, '5']);
    expect(page.body).toMatch(/<html lang="en">.*We will be back.*<div lang="fr">.*Nous serons de retour/s);
    expect(caddy.output()).not.toContain(token);
  });
});

describe.each([
  ['the only process is updated in place', 1],
  ['one of two processes is updated', 2],
])('visitors, teachers and the game, while %s', (_case, processes) => {
  const releases = mkdtempSync(join(tmpdir(), 'releases-'));
  let prepared: Awaited<ReturnType<typeof prepare>>;
  let portals: ServerProcess[];
  let caddy: Caddy;
  /** Copies the build into RELEASES_DIR by the command of the guide. */
  const keepRelease = (): void => {
    const env = { ...process.env, BUILD_FOLDER: prepared.folder, RELEASES_DIR: releases };
    const { status, stderr } = spawnSync(process.execPath, ['scripts/commands/keep-release.ts'], { env });
    expect(status, stderr.toString()).toBe(0);
  };
  beforeAll(async () => {
    prepared = await prepare();
    keepRelease();
    portals = [];
    for (let count = 0; count < processes; count += 1) portals.push(await prepared.start({ RELEASES_DIR: releases }));
    caddy = await startCaddy(portals.map(({ port }) => port));
  });
  afterAll(async () => {
    await caddy.stop();
    await prepared.close();
  });

  it('answers every request, also for files of the release before', async () => {
    const failures: string[] = [];
    let requests = 0;
    const ask = async (visitor: number, { path, ...call }: TestCall) => {
      // The limits count by address.
      const from = `127.1.${visitor}.${(requests % 250) + 1}`;
      requests += 1;
      const attempt = () => send(caddy, path, { ...call, from });
      // Caddy 2.6 gives a POST to a second process only. Without it, the call is refused before anything is done.
      const isRepeated = processes === 1 && call.method === 'POST';
      const { status, body } = isRepeated
        ? await vi.waitUntil(
            async () => {
              const answer = await attempt();
              return answer.status === 503 && answer.headers['retry-after'] === '5' ? undefined : answer;
            },
            { timeout: 20_000, interval: 500 },
          )
        : await attempt();
      if (status !== 200) throw new Error(`${call.method} ${path}: ${status} ${body}`);
      return { status, body: body.toString() };
    };
    const portalFor = (visitor: number) => callableBy((call) => ask(visitor, call));
    const school = await openSchool(portalFor(0));
    const actions = [
      () => portalFor(1).inject({ url: '/signin' }),
      () => portalFor(2).inject({ url: scriptPath }),
      () => school.completed(),
      () => school.play(),
      () => openSchool(portalFor(3)),
    ];
    let isOver = false;
    const load = Promise.all(
      actions.map(async (act) => {
        while (!isOver) await act().catch((error: unknown) => failures.push(String(error)));
      }),
    );
    const untilAsked = async (): Promise<void> => {
      const wanted = requests + 40;
      await expect.poll(() => requests).toBeGreaterThan(wanted);
    };
    await untilAsked();
    // The new build, in the same folder.
    rmSync(join(prepared.folder, scriptPath));
    writeFileSync(join(prepared.folder, 'site/pages/en/signIn.html'), '<!doctype html><title>The next release</title>');
    keepRelease();
    const [before] = portals;
    before?.child.kill('SIGTERM');
    expect(await before?.exited, before?.output()).toBe(0);
    await prepared.start({ RELEASES_DIR: releases, PORT: String(before?.port) });
    await untilAsked();
    isOver = true;
    await load;
    expect(failures).toEqual([]);
    expect(await school.completed()).toBe(3);
  }, 120_000);
});

describe('the systemd unit', () => {
  it('passes systemd-analyze with the unit', () => {
    const folder = mkdtempSync(join(tmpdir(), 'unit-'));
    const file = join(folder, 'maths-portal@4173.service');
    // systemd-analyze requires that the program exists.
    writeFileSync(
      file,
      readFileSync('deploy/maths-portal@.service', 'utf8').replace(/(?<==)\/srv\/\S+\/node\b/, process.execPath),
    );
    const { status, stderr, stdout } = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' });
    // Units of the machine are reported too.
    const reports = `${stdout}${stderr}`.split('\n').filter((line) => line.includes('maths-portal'));
    expect([status, reports]).toEqual([0, []]);
  });
});
