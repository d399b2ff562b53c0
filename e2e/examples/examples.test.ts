import { exec, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, extname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type PackedPackage, packPackage } from '../../scripts/checks/built/built-files.ts';
import { freePort, startLocalServer } from '../../scripts/test-tools/ports.ts';
import { recordConsoleErrors, openBrowser } from '../support/browser.ts';
import { newParent, openAccount, send } from '../support/parent.ts';
import { type Portal, startPortal } from '../support/portal.ts';
import { demoUrl, ports, portalUrl } from '../support/settings.ts';

/** Serves an example's page at the origin of the key `demo`. */
type Site = { close(): Promise<void> };

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

const serveFiles = (folder: string): Promise<Site> =>
  startLocalServer((request, response) => {
    const path = request.url === '/' ? '/index.html' : (request.url ?? '');
    const file = join(folder, path);
    if (existsSync(file)) {
      response.writeHead(200, { 'content-type': types[extname(file)] ?? 'text/plain' }).end(readFileSync(file));
    } else response.writeHead(path === '/favicon.ico' ? 204 : 404).end();
  }, Number(ports.DEMO_PORT));

const isUp = (): Promise<boolean> =>
  fetch(demoUrl).then(
    ({ ok }) => ok,
    () => false,
  );

const serveWithNext = async (folder: string): Promise<Site> => {
  const command = ['node_modules/next/dist/bin/next', 'start', '-H', '127.0.0.1', '-p', ports.DEMO_PORT];
  const server = spawn(process.execPath, command, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  await expect.poll(isUp, { timeout: 60_000 }).toBe(true);
  return {
    close: async () => {
      const gone = once(server, 'exit');
      server.kill('SIGTERM');
      await gone;
    },
  };
};

type Example = { name: string; serve(folder: string): Promise<Site> };
const examples: Example[] = [
  { name: 'html', serve: serveFiles },
  ...['react', 'vue', 'svelte', 'angular'].map((name) => ({
    name,
    serve: (folder: string) => serveFiles(join(folder, 'dist')),
  })),
  { name: 'nextjs', serve: serveWithNext },
];

let packed: PackedPackage;
let portal: Portal;
let browser: Browser;
const folder = mkdtempSync(join(tmpdir(), 'maths-portal-examples-'));

/** Runs npm on the Node of this test. Returns its output of both streams. */
const npm = async (at: string, ...args: string[]): Promise<string> => {
  const PATH = `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`;
  const { BUILD_FOLDER: _build, NODE_ENV: _mode, ...env } = process.env;
  try {
    const { stdout } = await promisify(exec)(`npm ${args.join(' ')} 2>&1`, {
      cwd: at,
      env: { ...env, PATH, NEXT_TELEMETRY_DISABLED: '1', NG_CLI_ANALYTICS: 'false' },
    });
    return stdout;
  } catch (error) {
    throw new Error(error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error));
  }
};

beforeAll(async () => {
  packed = packPackage(portalUrl);
  // The portal does not use the port of its demo partner, so that the examples can.
  const settings = { DEMO_PORT: String(await freePort()), VITE_DEMO_ORIGIN: demoUrl };
  [portal, browser] = await Promise.all([startPortal({ settings, data: inject('emptyData') }), openBrowser()]);
}, 300_000);
afterAll(async () => {
  await Promise.all([portal.stop(), browser.close()]);
  rmSync(folder, { recursive: true, force: true });
  packed.remove();
});

/** Returns the copy of an example outside of the repository, where a partner has it. */
const copyOf = (name: string): string => join(folder, name);

/** Copies an example, with the address of the portal. */
const copyExample = (name: string): void => {
  const copy = copyOf(name);
  cpSync(resolve('examples', name), copy, {
    recursive: true,
    filter: (path) => !['node_modules', 'dist', '.next'].includes(basename(path)),
  });
  for (const file of globSync('**/*.{html,ts,tsx,vue,svelte}', { cwd: copy }).map((path) => join(copy, path))) {
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('https://portal.example', portalUrl));
  }
};

// Much of this is waiting for the network, so it runs at the same time.
describe.concurrent('the package', { timeout: 600_000 }, () => {
  it('has an example for each framework, and installs into an empty folder without another package and without a warning', async () => {
    const folders = readdirSync('examples', { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(folders.map(({ name }) => name).toSorted()).toEqual(examples.map(({ name }) => name).toSorted());
    const empty = copyOf('empty');
    mkdirSync(empty);
    const output = await npm(empty, 'install', packed.tarball);
    // Warnings about the machine's settings are not about the package.
    const warnings = output.split('\n').filter((line) => /warn/i.test(line) && !line.includes('user config'));
    expect(warnings).toEqual([]);
    expect(readdirSync(join(empty, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['maths-portal']);
  });

  it.each(examples)('installs, type-checks and builds in the example $name', async ({ name }) => {
    copyExample(name);
    if (!existsSync(join(copyOf(name), 'package.json'))) return;
    await npm(copyOf(name), 'install', packed.tarball);
    await npm(copyOf(name), 'run', 'build');
  });
});

// One after the other, because each has the origin of the key `demo`.
it.each(examples)(
  'signs a parent in without an error in the console, in the example $name',
  async ({ name, serve }) => {
    const site = await serve(copyOf(name));
    const context = await browser.newContext();
    try {
      const parent = newParent();
      await openAccount(parent);
      const page = await context.newPage();
      const consoleErrors = recordConsoleErrors(page);
      await page.goto(demoUrl);
      const form = page.locator('maths-sign-in');
      await send(form, parent);
      // A failure prints the page, forms included.
      await expect.poll(() => page.locator('body').ariaSnapshot()).toMatch(/Signed in as [\w-]+/);
      expect(consoleErrors).toEqual([]);
    } finally {
      await context.close();
      await site.close();
    }
  },
);
