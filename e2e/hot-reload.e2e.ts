import type { Browser, FrameLocator, Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { signUp } from '../backend/testing/parent-calls.ts';
import { languages } from '../src/contracts/language.ts';
import { routeNames, routes } from '../src/contracts/routes.ts';
import { recordConsoleErrors, untilQuiet } from './support/browser.ts';
import { type DevPortal, startDevPortal } from './support/dev-portal.ts';
import { keepEvidence } from './support/evidence.ts';
import { email, newParent, password, submit, tickAll, untilReady } from './support/parent.ts';

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
  it.each(languages)('shows every page in %s without a warning in the console or the terminal', async (language) => {
    page = await browser.newPage();
    const messages = recordConsoleErrors(page);
    const paths = routeNames().map((name) => routes[name].path.replace(':id', 'k-3'));
    const pages = paths.map((path) => `${portal.portalUrl}${path}`);
    const framed = [`${portal.demoUrl}/?way=inline&widget=signup`, `${portal.demoUrl}/?way=frame&widget=signin`];
    for (const address of [...pages, ...framed]) {
      await page.goto(`${address}${address.includes('?') ? '&' : '?'}lang=${language}`);
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
    ['a page of a partner', () => `${portal.demoUrl}/?way=inline&widget=signin`, false],
    ['a frame', () => `${portal.demoUrl}/?way=frame&widget=signin`, true],
  ])(
    'shows a change of a component, a style or a translation in %s, and keeps what was typed after one of a component',
    async (_, url, isFramed) => {
      const form = await open(url(), isFramed);
      await type(form);

      await portal.change('src/features/sign-in/view.tsx', 'className="maths-fields"', 'className="maths-fields new"');
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

  it("shows a change of the demo partner's style and keeps what was typed", async () => {
    await open(`${portal.demoUrl}/?way=inline&widget=signin`);
    await type(page);

    await portal.change('demo/brightpath.css', 'body {', 'body { letter-spacing: 7px;');
    await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).letterSpacing)).toBe('7px');
    expect(await stateOf(page)).toEqual(kept);
  });

  it.each([
    ['a page', 'host-site/pages/sign-in.tsx', 'export function Page() {'],
    ['an element', 'src/features/sign-in/view.tsx', 'import '],
  ])('shows a syntax error of %s in the page, and the page when it is repaired', async (_, file, text) => {
    await open(`${portal.portalUrl}/signin?lang=en`);
    await portal.change(file, text, `${text} <`);
    const error = page.locator('vite-error-overlay .window');
    await error.waitFor();
    expect(await error.innerText()).toContain(file);
    expect(await error.evaluate((window) => getComputedStyle(window).fontFamily)).toContain('monospace');
    portal.restore();
    await error.waitFor({ state: 'detached' });
    await submit(page).waitFor();
  });

  it('shows a change in the document after a reload, before any script runs', async () => {
    await open(`${portal.portalUrl}/signin?lang=en`);
    await portal.change('locales/en/sign-in.json', '"submit": "Log in"', '"submit": "Come in"');
    await page.getByRole('button', { name: 'Come in' }).waitFor();
    const reload = await page.reload();
    expect(await reload?.text()).toContain('>Come in</button>');
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

  it('prints the error of a backend that cannot start, and starts it when the file is repaired', async () => {
    page = await browser.newPage();
    await portal.change('backend/server/site.ts', "'User-agent: *'", "'User-agent: *");
    await expect.poll(() => portal.output(), startOnBusyMachine).toContain('starts again after the next change');
    expect(portal.output()).toContain('site.ts');
    portal.restore();
    await expect.poll(robots, startOnBusyMachine).toContain('User-agent: *');
  });
});
