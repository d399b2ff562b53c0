import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { apiPaths } from '../src/contracts/api.ts';
import { languages } from '../src/contracts/language.ts';
import { encodePParameter, renewalInterval } from '../src/contracts/token.ts';
import { faultsOf } from './support/audit.ts';
import { requestsOf } from './support/browser.ts';
import { beSignedIn, goToDashboard, storedSession, untilReady } from './support/parent.ts';
import { startPortal } from './support/portal.ts';
import { portalUrl } from './support/settings.ts';
import { context, page, portal, setUpPage } from './support/setup.ts';
import { letTimePass } from './support/tables.ts';

// Motion is reduced, because axe would measure the contrast of a colour during its transition.
setUpPage({ visitor: { reducedMotion: 'reduce' } });
beforeEach(() =>
  context.route('https://numeria.example/**', (route) =>
    route.fulfill({ body: '<p>The store</p>', contentType: 'text/html' }),
  ),
);

const integrations = `${portalUrl}${apiPaths.integrations}?p=1`;
const isAlive = async (token: string): Promise<boolean> =>
  (await fetch(`${portalUrl}${apiPaths.user}?p=${encodeURIComponent(encodePParameter(token))}`)).ok;
const tokenIn = async (tab: Page): Promise<string> => JSON.parse((await storedSession(tab)) ?? '{}').token;
const appStore = (tab: Page) => tab.locator('maths-confirmation').getByRole('link', { name: /App Store/ });
const tokenOfLink = async (tab: Page) =>
  new URL((await appStore(tab).getAttribute('href')) ?? '').searchParams.get('playfab_token');

/** The result of the purchase, once the server has responded. */
const resultOf = (tab: Page) => tab.getByRole('status').getByRole('heading');

const open = async (tab: Page, query = ''): Promise<void> => {
  await tab.goto(`${portalUrl}/confirmation${query}`);
  await appStore(tab).waitFor();
};

describe.each(languages)('the page after a purchase, in %s', (lang) => {
  it.each([true, false])('finds no axe violation on the page after a purchase with a session: %s', async (signedIn) => {
    if (signedIn) await beSignedIn(context);
    await open(page, `?lang=${lang}&checkout=cs_test_1`);
    if (signedIn) await resultOf(page).waitFor();
    for (const width of [375, 768, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await faultsOf(page), `${width} px`).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
  });
});

describe('the checkout id in the address', () => {
  it('removes the checkout id immediately: no link, history entry, Referer or request to another origin contains it', async () => {
    const sent = requestsOf(context);
    await beSignedIn(context);
    const checkout = 'cs_test_that_nobody_else_should_see';
    await open(page, `?lang=fr&coupon=ETE&checkout=${checkout}`);
    await resultOf(page).waitFor();
    expect(page.url()).toBe(`${portalUrl}/confirmation?lang=fr&coupon=ETE`);
    const hrefs = await page.locator('a').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    expect(hrefs.filter((href) => href.includes(checkout))).toEqual([]);
    expect(hrefs.filter((href) => href.includes('playfab_token'))).toHaveLength(2);
    const leaked = sent.filter(({ url, headers, body }) => [url, headers['referer'], body].join().includes(checkout));
    expect(leaked.map(({ url }) => url.slice(portalUrl.length))).toEqual([
      `/confirmation?lang=fr&coupon=ETE&checkout=${checkout}`,
      apiPaths.refreshSubscription,
    ]);
  });
});

describe('a page that stays open', () => {
  const openTab = async (): Promise<Page> => {
    const tab = await context.newPage();
    await tab.clock.install();
    await open(tab);
    // The links are in the document. The renewal is scheduled when the element is ready.
    await untilReady(tab);
    return tab;
  };

  it('renews the session in one of two tabs, and the other follows', async () => {
    const { session } = await beSignedIn(context);
    const sent = requestsOf(context);
    const [here, there] = [await openTab(), await openTab()];
    await Promise.all([here, there].map((tab) => tab.clock.fastForward(renewalInterval)));
    await expect.poll(() => tokenOfLink(here)).not.toBe(session.token);
    const renewed = await tokenIn(here);
    await expect.poll(() => tokenOfLink(there)).toBe(renewed);
    expect(await tokenOfLink(here)).toBe(renewed);
    expect(await isAlive(renewed)).toBe(true);
    expect(sent.filter(({ method, url }) => method === 'PUT' && url === integrations)).toHaveLength(1);
  });

  it('notices that its session ended on the server, and every tab leaves the page', async () => {
    const { session } = await beSignedIn(context);
    await goToDashboard(page);
    const tab = await openTab();
    await fetch(integrations, { method: 'DELETE', headers: { authorization: `Bearer ${session.token}` } });
    await tab.clock.fastForward(renewalInterval);
    await expect.poll(() => tokenOfLink(tab)).toBeNull();
    expect(await storedSession(tab)).toBeNull();
    await page.waitForURL('**/signin');
  });

  it('notices a sign-out in another tab', async () => {
    await beSignedIn(context);
    await goToDashboard(page);
    const tab = await openTab();
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect.poll(() => tokenOfLink(tab)).toBeNull();
  });
});

describe('the link to a store', () => {
  // This is the last test, because it ends the portal.
  it('continues with another token on the page; the one in the link expires a day later', async () => {
    const { session } = await beSignedIn(context);
    const sent = requestsOf(context);
    await open(page);
    const [store] = await Promise.all([context.waitForEvent('page'), appStore(page).click()]);
    await store.waitForLoadState();
    expect(store.url()).toBe(`https://numeria.example/app-store?playfab_token=${session.token}`);
    expect(sent.find(({ url }) => url === store.url())?.headers['referer']).toBeUndefined();
    expect(await store.evaluate(() => window.opener)).toBeNull();

    await expect.poll(() => tokenOfLink(page)).not.toBe(session.token);
    const next = await tokenIn(page);
    expect(await tokenOfLink(page)).toBe(next);
    expect(await Promise.all([session.token, next].map(isAlive))).toEqual([true, true]);

    await portal.halt();
    const aliveAfter = async (time: string): Promise<boolean[]> => {
      await letTimePass(portal.dataFolder, time);
      const later = await startPortal({ settings: { DATA_DIR: portal.dataFolder } });
      return Promise.all([session.token, next].map(isAlive)).finally(later.stop);
    };
    expect(await aliveAfter('23 hours')).toEqual([true, true]);
    expect(await aliveAfter('1 hour')).toEqual([false, true]);
  });
});
