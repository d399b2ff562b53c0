import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get as getPlain } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import pg from 'pg';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildFolder } from '../backend/testing/build-folder.ts';
import { createEmptyDatabase, testDatabaseUrl } from '../backend/testing/empty-database.ts';
import { type ServerProcess, startServer } from '../backend/testing/server-process.ts';
import { startSmtpServer } from '../backend/testing/smtp-server.ts';
import { buildSettings } from '../scripts/build/build-settings.mjs';
import { precompress } from '../scripts/build/precompress.mjs';
import { serverPaths } from '../src/contracts/api.ts';
import { levelsPath } from '../src/contracts/levels.ts';
import { encodePParameter } from '../src/contracts/token.ts';
import { host, otherHost, type Proxy, send, startCaddy, startNginx, stopProxy, waitFor } from './testing/proxy.ts';

const random = '7Fq2xZ9LmVt4RkWc8PyHs3NbJd6GaEu';
const given = {
  APP_MODE: 'production',
  HOST: '127.0.0.1',
  PUBLIC_URL: `https://${host}`,
  PLAYFAB_TITLE_ID: 'A1B2C',
  PLAYFAB_SECRET_KEY: `title-${random}`,
  PLAYFAB_FUNCTION_SECRETS: `one-${random}`,
  STRIPE_SECRET_KEY: `sk_live_${random}`,
  STRIPE_WEBHOOK_SECRETS: `whsec_${random}`,
  STRIPE_PRICE_ID: 'price_7Fq2xZ9LmVt4RkWc',
  GAME_API_KEY: `game-${random}`,
  ADMIN_API_KEY: `admin-${random}`,
  ID_TOKEN_KEYS: `id-token-${random}`,
  MAIL_FROM: 'Numeria <no-reply@maths-school.org>',
  // Only the proxy: the visitors of this test are 127.0.0.2 and the following addresses.
  TRUST_PROXY: '127.0.0.1',
  VITE_PARTNERS: 'web2wave=https://quiz.maths-partner.org',
};
const built = buildSettings(given).variables;

/** A script that is long enough to be compressed at build time. */
const script = `export const levels = ${JSON.stringify(Array.from({ length: 400 }, (_, index) => `level ${index}`))};\n`;
const scriptPath = '/elements/chunks/levels-DaCWor9G.js';

if (testDatabaseUrl === undefined) throw new Error('This needs PostgreSQL. Run: npm run check -- --only proxies');
const databaseServer = testDatabaseUrl;

describe.each([
  ['Caddy', startCaddy],
  ['nginx', (upstream: number) => startNginx([upstream])],
] as const)('a production portal behind %s', (_name, startProxy) => {
  let folder: string;
  let empty: Awaited<ReturnType<typeof createEmptyDatabase>>;
  let smtp: Awaited<ReturnType<typeof startSmtpServer>>;
  let portal: ServerProcess;
  let proxy: Proxy;

  beforeAll(async () => {
    folder = buildFolder({ mode: 'production', variables: built });
    writeFileSync(join(folder, scriptPath), script);
    await precompress(folder);
    empty = await createEmptyDatabase(databaseServer);
    smtp = await startSmtpServer();
    portal = await startServer({
      ...given,
      ...built,
      DATABASE_URL: empty.url,
      SMTP_URL: smtp.url,
      BUILD_FOLDER: folder,
    });
    await portal.ready;
    proxy = await startProxy(portal.port);
    await waitFor(() => send(proxy, '/readyz'));
  });
  afterAll(async () => {
    await stopProxy(proxy);
    portal.child.kill('SIGKILL');
    await portal.exited;
    await smtp.close();
    await empty.drop();
    rmSync(folder, { recursive: true });
  });

  it('serves pages over TLS with the policies of the portal', async () => {
    const { status, headers } = await send(proxy, '/signin');
    expect(status).toBe(200);
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    expect(headers['content-security-policy']).toContain('https://a1b2c.playfabapi.com');
  });

  it('offers HTTP/2', async () => {
    const socket = connect({
      host: '127.0.0.1',
      port: proxy.port,
      servername: host,
      ca: proxy.authority,
      ALPNProtocols: ['h2', 'http/1.1'],
    });
    await once(socket, 'secureConnect');
    expect(socket.alpnProtocol).toBe('h2');
    socket.destroy();
  });

  const askPlain = (named: string): Promise<[number | undefined, string | undefined]> =>
    new Promise((resolve, reject) => {
      const options = { host: '127.0.0.1', port: proxy.plainPort, path: '/signup?lang=fr', agent: false };
      getPlain({ ...options, headers: { host: named } }, (response) => {
        response.resume();
        // Caddy names its port, which is not the usual one in this test.
        resolve([response.statusCode, response.headers.location?.replace(`:${proxy.port}`, '')]);
      }).on('error', reject);
    });

  it('redirects http to https and keeps path and query', async () => {
    for (const named of [host, otherHost])
      expect(await askPlain(named)).toEqual([308, `https://${named}/signup?lang=fr`]);
  });

  it('redirects to no host but its own', async () => {
    for (const named of ['evil.example', `${host}.evil.example`, '127.0.0.1', 'localhost'])
      await expect(askPlain(named), named).rejects.toThrow('socket hang up');
    const { headers } = await send(proxy, '/signup?token=t', { headers: { host: 'evil.example' } }).catch(() => ({
      headers: {},
    }));
    expect(headers).not.toHaveProperty('location');
  });

  it('ends a request that never becomes complete', async () => {
    const socket = connect({ host: '127.0.0.1', port: proxy.port, servername: host, ca: proxy.authority });
    await once(socket, 'secureConnect');
    const head = `POST ${serverPaths.stripeWebhook} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\n`;
    socket.write(`${head}Content-Length: 100\r\n\r\n{`);
    await once(socket.resume(), 'close');
  }, 60_000);

  it('counts each visitor by their own address, which X-Forwarded-For cannot forge', async () => {
    const guess = (from: string, forged?: string) =>
      send(proxy, `${levelsPath}?levelNames=a`, {
        from,
        headers: { authorization: 'Bearer wrong', ...(forged !== undefined && { 'x-forwarded-for': forged }) },
      });
    for (let time = 0; time < 5; time += 1) expect((await guess('127.0.0.2')).status).toBe(401);
    expect((await guess('127.0.0.2')).status).toBe(429);
    expect((await guess('127.0.0.2', '198.51.100.7')).status).toBe(429);
    expect((await guess('127.0.0.3')).status).toBe(401);
    expect(portal.output()).not.toContain('TRUST_PROXY names no proxy');
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
      secret: given.STRIPE_WEBHOOK_SECRETS,
    });
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    const deliver = (payload: string) =>
      send(proxy, serverPaths.stripeWebhook, { method: 'POST', headers, body: payload });
    expect((await deliver(body)).body.toString()).toBe('{"success":true}');
    expect((await deliver(body.trim())).body.toString()).toBe('{"success":false,"error":"INVALID_PAYLOAD"}');
  });

  it('refuses a body that is too long with the error of the portal', async () => {
    const answer = await send(proxy, serverPaths.stripeWebhook, {
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
    const { headers, body } = await send(proxy, scriptPath, { headers: { 'accept-encoding': encoding } });
    expect(headers['content-encoding'] ?? 'identity').toBe(encoding);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers['vary']?.toLowerCase()).toContain('accept-encoding');
    expect(body.equals(readFileSync(join(folder, `${scriptPath}${ending}`)))).toBe(true);
  });

  it('shows neither metrics nor development pages', async () => {
    expect((await send(proxy, '/metrics')).status).toBe(404);
    expect((await send(proxy, '/dev/mail')).headers.location).toBe('/');
  });

  /** What a browser gets of a page, of an element's file and of a call. */
  const ask = async (path: string) => {
    const { status, headers, body } = await send(proxy, path);
    return { status, retryAfter: headers['retry-after'], body: body.toString() };
  };
  const unavailable = { status: 503, retryAfter: '5', body: '{"success":false,"error":"SERVICE_UNAVAILABLE"}' };

  it('keeps pages and elements up while the database is away, and answers calls with 503 and Retry-After', async () => {
    const admin = new pg.Client({ connectionString: databaseServer });
    await admin.connect();
    await admin.query(`alter database ${empty.name} allow_connections false`);
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [empty.name]);
    await waitFor(async () => expect((await send(proxy, '/readyz')).status).toBe(503));
    const token = randomBytes(32).toString('base64url');
    expect(await ask(`/api/user?p=${encodeURIComponent(encodePParameter(token))}`)).toEqual(unavailable);
    expect([(await ask('/signin')).status, (await ask(scriptPath)).status]).toEqual([200, 200]);
    expect((await ask('/healthz')).status).toBe(200);
    await admin.query(`alter database ${empty.name} allow_connections true`);
    await admin.end();
    await waitFor(async () => expect((await send(proxy, '/readyz')).status).toBe(200));
  });

  it('writes no token into a log, even when the portal is away', async () => {
    const token = randomBytes(32).toString('base64url');
    portal.child.kill('SIGKILL');
    await portal.exited;
    expect(await ask(`/api/user?p=1&token=${token}`)).toEqual(unavailable);
    expect((await ask('/signin')).status).toBe(502);
    const logs = globSync('**/*.log', { cwd: proxy.folder });
    expect(logs).not.toEqual([]);
    for (const log of logs) expect(readFileSync(join(proxy.folder, log), 'utf8')).not.toContain(token);
  });
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
    rmSync(folder, { recursive: true });
    expect([status, reports]).toEqual([0, []]);
  });
});
