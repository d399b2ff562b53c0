import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import mail from '../locales/en/mail.json' with { type: 'json' };
import simulator from '../locales/en/payment-simulator.json' with { type: 'json' };
import teacherSignUp from '../locales/en/teacher-sign-up.json' with { type: 'json' };
import { freePorts } from '../scripts/test-tools/ports.mjs';
import { copySources } from './support/copy-sources.ts';
import { accented, addGeneratedLanguage, changedFiles, generated } from './support/generated-language.ts';
import type { Mail } from './support/mailbox.ts';
import { fillIn, newParent, submit, tickAll } from './support/parent.ts';
import { patternOf } from './support/payment.ts';
import { untilReady } from './support/portal.ts';
import { fillInTeacher, newTeacher } from './support/teacher.ts';

let copy: string;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let portalUrl: string;
let demoUrl: string;

const run = (args: readonly string[], env: Record<string, string> = {}) =>
  promisify(execFile)(process.execPath, args, { cwd: copy, env: { ...process.env, ...env } });

// Builds a portal with a generated language, in a copy of the sources.
beforeAll(async () => {
  browser = await shared.browser();
  copy = copySources(['docs/partners', 'tsconfig.types.json', 'vite.lib.config.ts', 'vite.site.config.ts']);
  addGeneratedLanguage(copy);
  const [port = 0, demoPort = 0, stripePort = 0] = await freePorts([0, 0, 0]);
  portalUrl = `http://localhost:${port}`;
  demoUrl = `http://127.0.0.1:${demoPort}`;
  const env = {
    PORT: String(port),
    DEMO_PORT: String(demoPort),
    STRIPE_SIMULATOR_PORT: String(stripePort),
    VITE_DEMO_ORIGIN: demoUrl,
    BUILD_FOLDER: 'dist',
    DATA_DIR: join(copy, '.data'),
  };
  await run(['scripts/commands/build.mjs'], env);
  const server = spawn(process.execPath, ['backend/main.ts'], {
    cwd: copy,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [server.stdout, server.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
  }
  await untilReady(server, () => printed);
  return async () => {
    server.kill('SIGTERM');
    if (server.exitCode === null) await once(server, 'exit');
    rmSync(copy, { recursive: true, force: true });
  };
}, 300_000);
beforeEach(async () => {
  context = await browser.newContext();
  page = await context.newPage();
});
afterEach(() => context.close());

it('changes only the files that the recipe names', () => {
  const guide = readFileSync('docs/contributors/where-to-change.md', 'utf8');
  const [, recipe = ''] = /^## A language$(.*?)^## /ms.exec(guide) ?? [];
  const named = [...recipe.matchAll(/^\d\. `([^`]+)`/gm)].map(([, file]) => file);
  expect(named.toSorted()).toEqual([...changedFiles, 'locales/*/'].toSorted());
});

it('signs a parent up in a third language, as far as the payment page', async () => {
  await page.goto(`${portalUrl}/signup?lang=${generated}`);
  expect(await page.locator('html').getAttribute('lang')).toBe(generated);
  await fillIn(page, newParent());
  await tickAll(page);
  await submit(page).click();
  await page
    .getByText(patternOf(accented(simulator.simulation)))
    .first()
    .waitFor();
});

it('signs a teacher up in a third language on a partner’s page, and writes the mail in it', async () => {
  const teacher = newTeacher();
  await page.goto(`${demoUrl}/?way=frame&lang=${generated}&widget=teacher-signup`);
  const frame = page.frameLocator('iframe');
  await fillInTeacher(frame, teacher);
  await submit(frame).click();
  await frame.getByRole('status').getByText(accented(teacherSignUp.forms.create.done)).waitFor();
  const subjects = async (): Promise<string[]> => {
    const answer = await fetch(`${portalUrl}/dev/mail/messages?to=${encodeURIComponent(teacher.email)}`);
    const mails: Mail[] = await answer.json();
    return mails.map(({ subject }) => subject);
  };
  const subject = expect.stringMatching(patternOf(accented(mail['classroom-ready'].subject)));
  await expect.poll(subjects).toEqual([subject]);
});

it('type-checks the product with a third language', async () => {
  const settings = {
    extends: './tsconfig.json',
    include: ['src', 'elements', 'host-site', 'demo', 'locales', 'backend', 'emulators'],
    // Tests spell out sentences of two languages.
    exclude: ['**/*.test.ts', '**/*.test.tsx', '**/testing'],
  };
  writeFileSync(join(copy, 'tsconfig.product.json'), JSON.stringify(settings));
  await expect(run(['node_modules/typescript/bin/tsc', '-p', 'tsconfig.product.json'])).resolves.toMatchObject({
    stdout: '',
  });
}, 300_000);
