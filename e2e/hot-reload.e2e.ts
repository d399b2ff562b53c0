import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePorts } from '../scripts/test-tools/ports.mjs';
import { copySources, untilStarted } from './support/portal.ts';
import type { Browser, FrameLocator, Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { signUp } from '../backend/testing/parent-calls.ts';
import { routeNames, routes } from '../src/contracts/routes.ts';
import { recordConsoleErrors, untilQuiet } from './support/browser.ts';
import { keepEvidence } from './support/setup.ts';
import { email, newParent, password, submit, tickAll, untilReady } from './support/parent.ts';

/** `npm run dev` in a copy of the sources, so that a test can change them. */
type DevPortal = {
  portalUrl: string;
  demoUrl: string;
  /** Everything that it has printed. */
  output(): string;
  /** What it has printed as warnings and errors. */
  warnings(): string;
  /** Replaces a text in a file of the copy, as a slow disk does. @throws when the file does not contain it */
  change(file: string, from: string, to: string): Promise<void>;
  /** Undoes all changes. */
  restore(): void;
  stop(): Promise<void>;
};

/** How long a file is empty while it is saved, in milliseconds. A watcher that reads it then must read it again. */
const slowDisk = 30;

const startDevPortal = async (): Promise<DevPortal> => {
  const copy = copySources(['vite.dev.config.ts']);
  const [port = 0, demoPort = 0, stripePort = 0] = await freePorts([0, 0, 0]);
  const server: ChildProcess = spawn(process.execPath, ['scripts/commands/dev.mjs'], {
    cwd: copy,
    env: {
      ...process.env,
      // As npm does: a process that lost its parent then ends.
      npm_lifecycle_event: 'dev',
      PORT: String(port),
      DEMO_PORT: String(demoPort),
      STRIPE_SIMULATOR_PORT: String(stripePort),
      DATA_DIR: join(copy, '.data'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  let warned = '';
  server.stdout?.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  server.stderr?.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
    warned += chunk.toString();
  });
  const originals = new Map<string, string>();
  await untilStarted(server, () => printed);
  return {
    portalUrl: `http://localhost:${port}`,
    demoUrl: `http://127.0.0.1:${demoPort}`,
    output: () => printed,
    warnings: () => warned,
    change: async (file, from, to) => {
      const path = join(copy, file);
      const text = readFileSync(path, 'utf8');
      if (!text.includes(from)) throw new Error(`${file} does not contain "${from}"`);
      if (!originals.has(path)) originals.set(path, text);
      writeFileSync(path, '');
      await setTimeout(slowDisk);
      writeFileSync(path, text.replace(from, to));
    },
    restore: () => {
      for (const [path, text] of originals) writeFileSync(path, text);
      originals.clear();
    },
    stop: async () => {
      server.kill('SIGTERM');
      if (server.exitCode === null) await once(server, 'exit');
      rmSync(copy, { recursive: true, force: true });
    },
  };
};

let browser: Browser;
let portal: DevPortal;
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

/** Opens a page, marks its document and waits until its form takes input. Returns where the form is. */
const open = async (url: string, isFramed = false): Promise<Page | FrameLocator> => {
  page = await browser.newPage();
  await page.goto(url);
  const form = isFramed ? page.frameLocator('iframe') : page;
  await submit(form).waitFor();
  await untilReady(page);
  await page.evaluate(() => document.documentElement.setAttribute('data-opened', ''));
  return form;
};

const parent = newParent();

/** Types and shows the password, which only the state of the component remembers. */
const type = async (form: Page | FrameLocator): Promise<void> => {
  await email(form).fill(parent.email);
  await password(form).fill(parent.password);
  await form.getByRole('button', { name: 'Show what you typed' }).click();
};

/** The typed text and the state of the components, and whether the page is still the same document. */
const stateOf = async (form: Page | FrameLocator) => ({
  email: await email(form).inputValue(),
  password: await password(form).inputValue(),
  isShown: (await password(form).getAttribute('type')) === 'text',
  isSameDocument: await page.evaluate(() => document.documentElement.hasAttribute('data-opened')),
});
const kept = { email: parent.email, password: parent.password, isShown: true, isSameDocument: true };

const styleOf = (form: Page | FrameLocator, name: string): Promise<string> =>
  submit(form).evaluate((button, property) => getComputedStyle(button).getPropertyValue(property), name);

const robots = (): Promise<string> =>
  fetch(`${portal.portalUrl}/robots.txt`).then(
    (answer) => answer.text(),
    () => '',
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
  it.each([
    ['a page of the portal', () => `${portal.portalUrl}/signin?lang=en`, false],
    ['a frame', () => `${portal.demoUrl}/?way=frame&widget=signin`, true],
  ])(
    'shows a change of a component, a style or a translation in %s, and keeps what was typed after one of a component',
    async (_, url, isFramed) => {
      const form = await open(url(), isFramed);
      await type(form);

      await portal.change('src/features/sign-in/view.tsx', '{fields} className="', '{fields} className="new ');
      await form.locator('fieldset.new').waitFor();
      expect(await stateOf(form)).toEqual(kept);

      await portal.change('src/ui/button.css', '.maths-button {', '.maths-button { letter-spacing: 7px;');
      await expect.poll(() => styleOf(form, 'letter-spacing')).toBe('7px');
      await portal.change('src/ui/button.css', 'letter-spacing: 7px;', '');
      await expect.poll(() => styleOf(form, 'letter-spacing')).toBe('normal');

      await portal.change('locales/en/sign-in.json', '"submit": "Log in"', '"submit": "Come in"');
      await form.getByRole('button', { name: 'Come in' }).waitFor();
    },
  );

  it('shows a change of a style of the page, keeps what was typed, and reloads a page whose document changed', async () => {
    await open(`${portal.portalUrl}/signin?lang=en`);
    await type(page);

    await portal.change('host-site/styles/base.css', 'body {', 'body { letter-spacing: 7px;');
    await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).letterSpacing)).toBe('7px');
    expect(await stateOf(page)).toEqual(kept);
    await portal.change('host-site/layout/page-layout.tsx', 'className="skip"', 'className="skip new"');
    await page.locator('a.skip.new').waitFor({ state: 'attached' });
    await portal.change('locales/en/site.json', '"skip": "Skip to content"', '"skip": "Skip the rest"');
    await page.getByRole('link', { name: 'Skip the rest' }).waitFor({ state: 'attached' });
  });

  it('restarts the server after a change of the backend, and keeps its data and what was typed', async () => {
    await signUp(portal.portalUrl, parent);
    await open(`${portal.portalUrl}/signin?lang=en`);
    await type(page);
    await portal.change('backend/server/site.ts', 'User-agent: *', 'User-agent: new');
    await expect.poll(robots, startOnBusyMachine).toContain('User-agent: new');
    expect(await stateOf(page)).toEqual(kept);
    await tickAll(page);
    await submit(page).click();
    await page.waitForURL(/\/dashboard\b/);
  });

  it.each(['src/contracts/routes.ts', 'src/contracts/school-zone.ts', 'src/config/brand.ts'])(
    'restarts the server after a change of %s, which Vite’s own configuration reads too',
    async (file) => {
      page = await browser.newPage();
      await portal.change(file, 'export const', '\nexport const');
      await portal.change('backend/server/site.ts', 'User-agent: *', `User-agent: ${file}`);
      await expect.poll(robots, startOnBusyMachine).toContain(`User-agent: ${file}`);
      expect((await fetch(`${portal.portalUrl}/signin`)).status).toBe(200);
    },
  );

  it('prints the error of a backend that cannot start, and starts it when the file is repaired', async () => {
    page = await browser.newPage();
    await portal.change('backend/server/site.ts', "'User-agent: *'", "'User-agent: *");
    await expect.poll(() => portal.output(), startOnBusyMachine).toContain('starts again after the next change');
    expect(portal.output()).toContain('site.ts');
    portal.restore();
    await expect.poll(robots, startOnBusyMachine).toContain('User-agent: *');
  });
});
