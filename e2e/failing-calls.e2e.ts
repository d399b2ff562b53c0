import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from './support/browser.ts';
import { alert, email, fillIn, newParent, password, signUp, submit, tickAll } from './support/parent.ts';
import { type Portal, startPortal } from './support/portal.ts';
import { portalUrl } from './support/settings.ts';

const known = newParent();
let portal: Portal;
let browser: Browser;
beforeAll(async () => {
  [portal, browser] = await Promise.all([startPortal(), openBrowser()]);
  const page = await browser.newPage();
  await signUp(page, known);
  await page.close();
});
afterAll(() => Promise.all([portal.stop(), browser.close()]));

const calls = {
  '/signin': [
    '/playfab/Client/LoginWithEmailAddress',
    '/playfab/CloudScript/ExecuteFunction',
    '/api/user/integrations',
  ],
  '/signup': ['/playfab/Client/RegisterPlayFabUser', '/playfab/CloudScript/ExecuteFunction', '/api/user/integrations'],
};

const faults: Record<string, (route: Route) => Promise<void>> = {
  'is cut off': (route) => route.abort('connectionreset'),
  'answers 500': (route) => route.fulfill({ status: 500, contentType: 'text/html', body: '<h1>Oops</h1>' }),
  // Neither answered nor refused: what a hanging server does.
  hangs: () => Promise.resolve(),
};

const cases = Object.entries(calls).flatMap(([path, urls]) =>
  urls.flatMap((call) => Object.entries(faults).map(([fault, act]) => ({ path, call, fault, act }))),
);

const open = async (path: string): Promise<Page> => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(portalUrl + path);
  return page;
};

describe('when a call fails, the parent reads a sentence and can try again with everything still typed', () => {
  it.concurrent.each(cases)('$path, $call $fault', async ({ path, call, act }) => {
    const parent = path === '/signin' ? known : newParent();
    const page = await open(path);
    await page.route(`**${call}*`, act);
    await fillIn(page, parent);
    await tickAll(page);
    const sent = Date.now();
    await submit(page).click();
    await alert(page).waitFor({ timeout: 20_000 });
    expect(Date.now() - sent).toBeLessThan(17_000);
    expect(await alert(page).textContent()).toMatch(/[a-z]{3}.*[.!]/);
    expect(await email(page).inputValue()).toBe(parent.email);
    expect(await password(page).inputValue()).toBe(parent.password);

    await page.unroute(`**${call}*`);
    await submit(page).click({ timeout: 5000 });
    // A sign-up that broke half-way has made its account already: the next sentence says so, and sign-in heals it.
    const settled = await Promise.race([
      page.waitForURL('**/dashboard/**').then(() => 'signed in'),
      alert(page)
        .getByText('already created an account')
        .waitFor()
        .then(() => 'has an account'),
    ]);
    expect(settled).toMatch(path === '/signin' ? /signed in/ : /signed in|has an account/);
    await page.context().close();
  });
});
