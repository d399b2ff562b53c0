import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEmptyDatabase, testDatabaseUrl } from '../backend/testing/empty-database.ts';
import { signUp } from '../backend/testing/parent-calls.ts';
import { type ServerProcess, startServer } from '../backend/testing/server-process.ts';
import { openBrowser, recordConsoleErrors } from '../e2e/support/browser.ts';
import { goToDashboard, newParent, signIn } from '../e2e/support/parent.ts';
import { portalUrl, testBuild, urlOf } from '../e2e/support/settings.ts';
import { pooledTests } from '../scripts/checks/checks.mjs';
import { checkOut, previousRelease } from '../scripts/test-tools/previous-release.mjs';
import { freePorts } from '../scripts/test-tools/ports.mjs';
import { apiPaths, serverPaths } from '../src/contracts/api.ts';
import { encodePParameter } from '../src/contracts/token.ts';
import { day } from '../src/lib/durations.ts';
import { host, type Proxy, send, startNginx, stopProxy } from './testing/proxy.ts';

if (testDatabaseUrl === undefined) throw new Error('This needs PostgreSQL. Run: npm run check -- --only rolling');
const databaseServer = testDatabaseUrl;
const folder = mkdtempSync(join(tmpdir(), 'rolling-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns the folder of the previous release, or null when the Git history or the network does not offer it. */
const prepare = (commit: string | null): string | null => {
  if (commit === null) return null;
  try {
    const prepared = join(folder, 'previous');
    checkOut(commit, prepared);
    return prepared;
  } catch {
    return null;
  }
};
const commit = previousRelease();
const previous = prepare(commit);

/** Runs Node and collects its output. @throws the end of the output when it fails */
const run = async (args: string[], cwd: string, env: Record<string, string> = {}): Promise<void> => {
  const child = spawn(process.execPath, args, { cwd, env: { ...process.env, ...env } });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (part) => (text += part));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${args.join(' ')} failed:\n${text.slice(-4000)}`);
};

if (commit !== null && previous !== null) {
  it('passes the tests of the previous release on the schema of this one', async () => {
    const copy = join(folder, 'on-new-schema');
    checkOut(commit, copy);
    for (const file of globSync('backend/db/migrations/*.sql')) cpSync(file, join(copy, file));
    // The tests of `backend/db` compare the schema itself.
    const tested = pooledTests.filter((file) => !file.startsWith('backend/db/'));
    await run(['node_modules/vitest/vitest.mjs', 'run', '--project', 'backend', ...tested], copy);
  }, 600_000);
}

// The tests follow a deployment. Between its two changes, both releases run.
describe('two releases on one database', () => {
  const releases = join(folder, 'files');
  const { hostname } = new URL(portalUrl);
  const revenueCatKey = 'revenue-cat-key-of-these-tests-33';
  type Which = 'previous' | 'this';
  const sources = { previous: previous ?? '.', this: '.' };
  // A build finds the packages of its folder.
  const builds = { previous: resolve(sources.previous, `${testBuild}-previous`), this: resolve(testBuild) };
  /** The pages contain the brand, so the two builds have different files even if the sources are the same. */
  const variables = { previous: { VITE_BRAND_NAME: 'Earlier' }, this: {} };
  let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
  let proxy: Proxy;
  let processes: [ServerProcess, ServerProcess];
  let token: string;
  const closing: (() => Promise<unknown>)[] = [];
  const statuses: number[] = [];
  const webhooks: string[] = [];

  const start = async (which: Which, port: number): Promise<ServerProcess> => {
    const server = await startServer(
      {
        ...variables[which],
        BUILD_FOLDER: builds[which],
        DATABASE_URL: database.url,
        RELEASES_DIR: releases,
        PUBLIC_URL: portalUrl,
        PORT: String(port),
        TRUST_PROXY: '127.0.0.1',
        REVENUECAT_WEBHOOK_KEYS: revenueCatKey,
      },
      sources[which],
    );
    closing.push(() => {
      server.child.kill('SIGKILL');
      return server.exited;
    });
    await server.ready;
    return server;
  };
  const originOf = ({ port }: ServerProcess): string => `http://127.0.0.1:${port}`;

  beforeAll(async () => {
    database = await createEmptyDatabase(databaseServer);
    closing.push(database.drop, async () => rmSync(builds.previous, { recursive: true, force: true }));
    const earlier = { ...variables.previous, BUILD_FOLDER: builds.previous, RELEASES_DIR: releases };
    // The command of a release's package.json, because its files may have other places.
    await run(['--run', 'build'], sources.previous, earlier);
    await run(['--run', 'keep-release'], sources.previous, earlier);
    await run(['--run', 'keep-release'], sources.this, {
      BUILD_FOLDER: builds.this,
      RELEASES_DIR: releases,
    });
    const [one = 0, other = 0] = await freePorts([0, 0]);
    processes = [await start('previous', one), await start('previous', other)];
    proxy = await startNginx([one, other], [host, hostname]);
    closing.push(() => stopProxy(proxy));
    ({ token } = await signUp(originOf(processes[0]), newParent()));
  }, 600_000);
  afterAll(async () => {
    for (const close of closing.toReversed()) await close();
  });

  /** Calls through nginx as a visitor of the address. @returns the status */
  const call = async (path: string, rest: Parameters<typeof send>[2]): Promise<number> =>
    (await send(proxy, path, { ...rest, headers: { ...rest?.headers, host: hostname } })).status;
  /** The limits count by address, so each call comes from another one. */
  const visit = async (): Promise<void> => {
    const from = `127.1.${Math.trunc(statuses.length / 200)}.${(statuses.length % 200) + 1}`;
    const path = `${apiPaths.subscriptionStatus}?p=${encodeURIComponent(encodePParameter(token))}`;
    statuses.push(await call(path, { from }));
  };
  /** Sends an event until it is acknowledged, as RevenueCat does. */
  const deliver = async (body: string): Promise<void> => {
    const headers = { authorization: revenueCatKey, 'content-type': 'application/json' };
    if ((await call(serverPaths.revenueCatWebhook, { method: 'POST', headers, body })) !== 200) await deliver(body);
  };
  const notify = async (): Promise<void> => {
    const id = `purchase-${webhooks.length}`;
    webhooks.push(id);
    const event = {
      id,
      type: 'INITIAL_PURCHASE',
      event_timestamp_ms: Date.now(),
      environment: 'PRODUCTION',
      store: 'APP_STORE',
      app_user_id: id,
      original_transaction_id: id,
      period_type: 'NORMAL',
      expiration_at_ms: Date.now() + day,
    };
    await deliver(JSON.stringify({ api_version: '1.0', event }));
  };

  /** Replaces a process by one of this release, while visitors and webhooks arrive. */
  const replace = async (place: 0 | 1): Promise<void> => {
    let isOver = false;
    const repeat = async (action: () => Promise<void>): Promise<void> => {
      while (!isOver) await action();
    };
    const calls = Promise.all([repeat(visit), repeat(visit), repeat(notify)]);
    const untilCalled = async (): Promise<void> => {
      const [visits, events] = [statuses.length + 10, webhooks.length + 10];
      const isCalled = () => statuses.length > visits && webhooks.length > events;
      await expect.poll(isCalled, { timeout: 60_000 }).toBe(true);
    };
    try {
      await untilCalled();
      const before = processes[place];
      before.child.kill('SIGTERM');
      expect(await before.exited, before.output()).toBe(0);
      await untilCalled();
      processes[place] = await start('this', before.port);
      await untilCalled();
    } finally {
      isOver = true;
      await calls;
    }
  };
  const isNobodyRefused = async (): Promise<void> => {
    expect(new Set(statuses)).toEqual(new Set([200]));
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const stored = async (): Promise<string[]> => {
      const { rows } = await client.query<{ id: string }>('select subscription as id from store_subscriptions');
      return rows.map(({ id }) => id).toSorted();
    };
    await expect.poll(stored, { timeout: 60_000 }).toEqual(webhooks.toSorted());
    await client.end();
  };

  it('signs nobody out and loses no webhook while the first process changes to this release', async () => {
    await replace(0);
    await isNobodyRefused();
  }, 300_000);

  it('serves the files of the other release', async () => {
    const filesOf = (which: Which): string[] =>
      ['site/assets', 'elements/chunks'].flatMap((kind) =>
        globSync('*.{js,css}', { cwd: join(builds[which], kind) }).map(
          (name) => `/${kind.replace('site/', '')}/${name}`,
        ),
      );
    const files = { previous: filesOf('previous'), this: filesOf('this') };
    expect(files.previous.filter((file) => !files.this.includes(file))).not.toEqual([]);
    const missing: string[] = [];
    for (const [server, others] of [
      [processes[0], files.previous],
      [processes[1], files.this],
    ] as const) {
      for (const file of others) if (!(await fetch(originOf(server) + file)).ok) missing.push(file);
    }
    expect(missing).toEqual([]);
  }, 300_000);

  it('signs a visitor in whose page is of one release and whose files come from the other', async () => {
    const parent = newParent();
    await signUp(originOf(processes[0]), parent);
    const browser = await openBrowser();
    for (const [one, other] of [
      [processes[0], processes[1]],
      [processes[1], processes[0]],
    ] as const) {
      let from = { pages: one, files: other };
      const context = await browser.newContext();
      await context.route(`${portalUrl}/**`, async (route) => {
        const url = route.request().url();
        const isFile = /^\/(assets|elements)\//.test(new URL(url).pathname);
        const server = isFile ? from.files : from.pages;
        await route.fulfill({ response: await route.fetch({ url: url.replace(portalUrl, originOf(server)) }) });
      });
      const page = await context.newPage();
      const consoleErrors = recordConsoleErrors(page);
      await signIn(page, parent);
      await page.waitForURL(urlOf('/dashboard'));
      // The other release accepts the session.
      from = { pages: other, files: one };
      await goToDashboard(page);
      expect(consoleErrors).toEqual([]);
      await context.close();
    }
    await browser.close();
  }, 300_000);

  it('signs nobody out and loses no webhook while the second process changes to this release', async () => {
    await replace(1);
    await isNobodyRefused();
  }, 300_000);
});
