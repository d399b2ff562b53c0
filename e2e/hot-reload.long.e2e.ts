import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { startServer } from '../backend/testing/server-process.ts';
import { copySources } from './support/portal.ts';
import type { Browser, Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { signUp } from '../backend/testing/parent-calls.ts';
import { routeNames, routes } from '../src/contracts/routes.ts';
import { recordConsoleErrors, untilQuiet } from './support/browser.ts';
import { keepEvidence } from './support/setup.ts';
import { newParent, submit, untilReady, send } from './support/parent.ts';

/** How long a file is empty while it is saved, in milliseconds. A watcher that reads it then must read it again. */
const slowDisk = 30;

/** Starts `npm run dev` in a copy of the sources, so that a test can change them. */
const startDevPortal = async () => {
  const copy = copySources(['vite.dev.config.ts']);
  const env = {
    PATH: process.env['PATH'] ?? '',
    DATA_DIR: join(copy, '.data'),
    BUILD_FOLDER: 'dist',
  };
  const server = await startServer(env, { script: 'scripts/commands/dev.ts', cwd: copy });
  await server.ready;
  const originals = new Map<string, string>();
  return {
    ...server,
    demoUrl: `http://127.0.0.1:${server.ports.DEMO_PORT}`,
    /** Replaces a text in a file of the copy, as a slow disk does. @throws when the file does not contain it */
    change: async (file: string, from: string, to: string): Promise<void> => {
      const path = join(copy, file);
      const text = readFileSync(path, 'utf8');
      if (!text.includes(from)) throw new Error(`${file} does not contain "${from}"`);
      if (!originals.has(path)) originals.set(path, text);
      writeFileSync(path, '');
      await setTimeout(slowDisk);
      writeFileSync(path, text.replace(from, to));
    },
    /** Undoes all changes. */
    restore: (): void => {
      for (const [path, text] of originals) writeFileSync(path, text);
      originals.clear();
    },
    stop: async (): Promise<void> => {
      await server.halt();
      rmSync(copy, { recursive: true, force: true });
    },
  };
};

let browser: Browser;
let portal: Awaited<ReturnType<typeof startDevPortal>>;
let page: Page;

beforeAll(async () => {
  [portal, browser] = await Promise.all([startDevPortal(), shared.browser()]);
  return () => portal.stop();
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await keepEvidence(task, { portal, browser });
  await page.close();
  portal.restore();
});

/** Returns the file, or why there is none. */
const robots = (): Promise<string> =>
  fetch(`${portal.portalUrl}/robots.txt`).then(
    (answer) => answer.text(),
    () => `no answer: ${portal.output().slice(-500)}`,
  );
/** A start on a busy machine takes as long as in `startDevPortal`. */
const startOnBusyMachine = { timeout: 60_000 };

describe('npm run dev', () => {
  it('shows every page without a warning in the console or the terminal', async () => {
    page = await browser.newPage();
    const messages = recordConsoleErrors(page);
    const paths = routeNames().map((name) => routes[name].path.replace(':id', 'k-3'));
    const pages = paths.map((path) => `${portal.portalUrl}${path}`);
    const framed = [`${portal.demoUrl}/?way=inline&widget=signup`, `${portal.demoUrl}/?way=frame&widget=signin`];
    for (const address of [...pages, ...framed]) {
      await page.goto(address);
      await untilReady(page);
      await untilQuiet(page);
      expect([address, messages]).toEqual([address, []]);
    }
    expect(portal.warnings()).toBe('');
  });
});

describe('a change during npm run dev', () => {
  it('restarts the server after a change of the backend, and keeps its data', async () => {
    const account = newParent();
    await signUp(portal.portalUrl, account);
    page = await browser.newPage();
    await portal.change('backend/server/site.ts', 'User-agent: *', 'User-agent: new');
    await expect.poll(robots, startOnBusyMachine).toMatch(/^User-agent: new/);
    await page.goto(`${portal.portalUrl}/signin?lang=en`);
    await untilReady(page);
    await send(page, account);
    await page.waitForURL(/\/dashboard\b/);
  });

  it('prints the error of a backend that cannot start, and starts it when the file is repaired', async () => {
    page = await browser.newPage();
    const before = portal.output().length;
    await portal.change('backend/server/site.ts', "'User-agent: *'", "'User-agent: *");
    const printed = () => portal.output().slice(before);
    await expect
      .poll(printed, startOnBusyMachine)
      .toMatch(/site\.ts[^]*INVALID_TYPESCRIPT_SYNTAX[^]*The backend has ended/);
    portal.restore();
    await expect.poll(robots, startOnBusyMachine).toMatch(/^User-agent: \*/);
  });

  it('is shown in an open page: of a component, a style, a translation and the document', async () => {
    page = await browser.newPage();
    await page.goto(`${portal.portalUrl}/signin?lang=en`);
    await untilReady(page);
    await portal.change('src/features/sign-in/view.tsx', '<fieldset className="', '<fieldset className="new ');
    await page.locator('fieldset.new').waitFor();
    await portal.change('src/ui/button.css', '.maths-button {', '.maths-button { letter-spacing: 7px;');
    await expect.poll(() => submit(page).evaluate((button) => getComputedStyle(button).letterSpacing)).toBe('7px');
    await portal.change('locales/en/sign-in.json', '"submit": "Log in"', '"submit": "Come in"');
    await page.getByRole('button', { name: 'Come in' }).waitFor();
    await portal.change('host-site/layout/page-layout.tsx', 'className="skip"', 'className="skip new"');
    await page.locator('a.skip.new').waitFor({ state: 'attached' });
  });
});
