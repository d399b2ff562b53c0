import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { apiPaths } from '../src/contracts/api.ts';
import { openBrowser, requestsOf, type Sent } from './support/browser.ts';
import { fillIn, newParent, signUp, submit, tickAll } from './support/parent.ts';
import { type Portal, startPortal } from './support/portal.ts';
import { portalUrl } from './support/settings.ts';

let portal: Portal;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let sent: Sent[];
beforeAll(async () => {
  [portal, browser] = await Promise.all([startPortal(), openBrowser()]);
});
afterAll(() => Promise.all([portal.stop(), browser.close()]));
beforeEach(async () => {
  context = await browser.newContext();
  page = await context.newPage();
  // What a beacon carries can't be read from outside; refused, the same event leaves by the other way.
  await page.addInitScript(() => Object.assign(navigator, { sendBeacon: () => false }));
  sent = requestsOf(context);
});
afterEach(() => context.close());

/** What the analytics log was told, each event as it left the page. */
const counted = (): Record<string, unknown>[] =>
  sent.filter(({ url }) => url === portalUrl + apiPaths.analyticsLog).map(({ body }) => JSON.parse(body));

const open = async (path: string): Promise<void> => {
  await page.goto(portalUrl + path);
  await page.locator('h1').waitFor();
  await page.waitForLoadState('networkidle');
};

const consent = (value: string) => context.addCookies([{ name: 'CookieConsent', value, url: portalUrl }]);

describe('the front page', () => {
  it('tells nobody of a visit before the parent has agreed by a click, and then once', async () => {
    await open('/?lang=fr&utm_source=partner');
    await page.getByRole('banner').getByRole('link', { name: 'Essai de 7 jours' }).click();
    await fillIn(page, newParent());
    await tickAll(page);
    expect(counted()).toEqual([]);

    await submit(page).click();
    await page.getByRole('button', { name: 'Se déconnecter' }).click();
    await page.getByRole('heading', { level: 1, name: 'Le jeu de maths' }).waitFor();
    await expect.poll(() => counted().map(({ type }) => type)).toEqual(['sign_up', 'page_view']);
    await page.getByRole('link', { name: 'English' }).click();
    await page.getByRole('heading', { level: 1, name: 'The maths game' }).waitFor();
    expect(counted()).toEqual([
      { type: 'sign_up', timestamp: expect.any(String), data: '{"page":"/signup","lang":"fr"}' },
      { type: 'page_view', timestamp: expect.any(String), data: '{"page":"/","lang":"fr"}' },
    ]);
  });

  it.each(['false', 'scroll', 'anything'])('stays silent when the consent cookie says %s', async (value) => {
    await consent(value);
    await open('/');
    expect(counted()).toEqual([]);
  });

  it('obeys Global Privacy Control more than a consent', async () => {
    await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }));
    await consent('true');
    await open('/');
    expect(counted()).toEqual([]);
  });

  it('counts no parent who is on the way to the dashboard', async () => {
    await signUp(page, newParent());
    await page.goto(portalUrl);
    await page.waitForURL('**/dashboard/');
    await page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor();
    expect(counted().map(({ type }) => type)).toEqual(['sign_up']);
  });
});
