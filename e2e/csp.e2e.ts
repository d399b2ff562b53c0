import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { languages } from '../src/contracts/language.ts';
import { routes } from '../src/contracts/routes.ts';
import { complaintsOf, openBrowser, requestsOf } from './support/browser.ts';
import { newParent, signUp } from './support/parent.ts';
import { type Portal, startPortal } from './support/portal.ts';
import { portalUrl } from './support/settings.ts';

let portal: Portal;
let browser: Browser;
let context: BrowserContext;
let page: Page;
beforeAll(async () => {
  [portal, browser] = await Promise.all([startPortal(), openBrowser()]);
});
afterAll(() => Promise.all([portal.stop(), browser.close()]));
beforeEach(async () => {
  context = await browser.newContext();
  page = await context.newPage();
});
afterEach(() => context.close());

const paths = Object.values(routes).map(({ path }) => path);
const isShown = async (): Promise<void> => {
  await page.locator('h1, form, h2').first().waitFor();
  await page.waitForLoadState('networkidle');
};

/** Runs in the page from its first moment. */
const collect = () => {
  const violations: string[] = [];
  const shifts: number[] = [];
  Object.assign(window, { violations, shifts });
  addEventListener('securitypolicyviolation', (event) => {
    violations.push(`${event.effectiveDirective}: ${event.blockedURI}`);
  });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if ('value' in entry) shifts.push(Number(entry.value));
  }).observe({ type: 'layout-shift', buffered: true });
};

describe('the content security policy', () => {
  it('zero violations on every route', async () => {
    const complaints = complaintsOf(page);
    await page.addInitScript(collect);
    for (const path of paths) {
      for (const language of languages) {
        const response = await page.goto(`${portalUrl}${path}?lang=${language}`);
        expect(response?.headers()['content-security-policy'], path).toContain("script-src 'self'");
        await isShown();
        expect(await page.evaluate('window.violations'), path).toEqual([]);
      }
    }
    await signUp(page, newParent());
    await isShown();
    expect(await page.evaluate('window.violations')).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('every request stays with the portal', async () => {
    const sent = requestsOf(context);
    for (const path of paths) {
      await page.goto(portalUrl + path);
      await isShown();
    }
    await signUp(page, newParent());
    await isShown();
    expect(sent.map(({ url }) => new URL(url).origin).filter((origin) => origin !== portalUrl)).toEqual([]);
  });
});

describe('the layout', () => {
  it.each([375, 768, 1440])('does not jump while a page loads, at %d px', async (width) => {
    await page.setViewportSize({ width, height: 800 });
    await page.addInitScript(collect);
    for (const path of paths) {
      for (const language of languages) {
        await page.goto(`${portalUrl}${path}?lang=${language}`);
        await isShown();
        const shifts: number[] = await page.evaluate('window.shifts');
        expect(
          shifts.reduce((sum, shift) => sum + shift, 0),
          `${path} ${language} ${shifts}`,
        ).toBeLessThan(0.01);
      }
    }
  });
});
