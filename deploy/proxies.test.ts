import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get as getPlain } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildFolder } from '../backend/testing/build-folder.ts';
import { createEmptyDatabase, testDatabaseUrl } from '../backend/testing/empty-database.ts';
import { type ServerProcess, startServer } from '../backend/testing/server-process.ts';
import { startSmtpServer } from '../backend/testing/smtp-server.ts';
import { buildSettings } from '../scripts/build-settings.mjs';
import { precompress } from '../scripts/precompress.mjs';
import { serverPaths } from '../src/contracts/api.ts';
import { levelsPath } from '../src/contracts/levels.ts';
import { host, type Proxy, send, startCaddy, startNginx, stopProxy, waitFor } from './testing/proxy.ts';

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
  ['nginx', startNginx],
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

  it('redirects http to https and keeps path and query', async () => {
    const options = {
      host: '127.0.0.1',
      port: proxy.plainPort,
      path: '/signup?lang=fr',
      headers: { host },
      agent: false,
    };
    const answer = await new Promise<[number | undefined, string | undefined]>((resolve, reject) => {
      getPlain(options, (response) => {
        response.resume();
        resolve([response.statusCode, response.headers.location]);
      }).on('error', reject);
    });
    // Caddy names its port, which is not the usual one in this test.
    expect([answer[0], answer[1]?.replace(`:${proxy.port}`, '')]).toEqual([308, `https://${host}/signup?lang=fr`]);
  });

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

  it('writes no token into a log, even when the portal is away', async () => {
    const token = randomBytes(32).toString('base64url');
    portal.child.kill('SIGKILL');
    await portal.exited;
    expect((await send(proxy, `/api/user?p=1&token=${token}`)).status).toBe(502);
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
