import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { languages } from '../src/contracts/language.ts';
import { faultsOf } from './support/audit.ts';
import { openBrowser } from './support/browser.ts';
import { alert, email, fillIn, newParent, signUp, submit, tickAll } from './support/parent.ts';
import { type Portal, startPortal } from './support/portal.ts';
import { demoUrl, portalUrl } from './support/settings.ts';

let portal: Portal;
let browser: Browser;
let context: BrowserContext;
let page: Page;
beforeAll(async () => {
  [portal, browser] = await Promise.all([startPortal(), openBrowser()]);
});
afterAll(() => Promise.all([portal.stop(), browser.close()]));
beforeEach(async () => {
  // Motion off: axe measures contrast, and would measure a colour on its way.
  context = await browser.newContext({ reducedMotion: 'reduce' });
  page = await context.newPage();
});
afterEach(() => context.close());

const go = async (path: string): Promise<void> => {
  await page.goto(path);
  await page.locator('h1, form').first().waitFor();
  await page.waitForLoadState('networkidle');
};

describe.each(languages)('axe finds nothing, in %s', (language) => {
  const at = (path: string) => `${portalUrl}${path}?lang=${language}`;

  it.each(['/', '/signup', '/signin', '/reset-password'])('on %s', async (path) => {
    for (const width of [375, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await go(at(path));
      expect(await faultsOf(page), String(width)).toEqual([]);
    }
  });

  it.each(['/signup', '/signin'])('on %s, when fields are missing', async (path) => {
    await go(at(path));
    await submit(page).click();
    await alert(page).waitFor();
    expect(await faultsOf(page)).toEqual([]);
  });

  it('when a log-in is refused', async () => {
    await go(at('/signin'));
    await fillIn(page, newParent());
    await tickAll(page);
    await submit(page).click();
    await alert(page).waitFor();
    expect(await faultsOf(page)).toEqual([]);
  });

  it('on the forgotten-password form', async () => {
    await go(at('/signin'));
    await page
      .getByRole('button', { name: language === 'fr' ? 'Mot de passe oublié' : 'Forgot your password?' })
      .click();
    await page.locator('form h2').waitFor();
    await email(page).waitFor();
    expect(await faultsOf(page)).toEqual([]);
  });

  it('on the dashboard', async () => {
    await signUp(page, newParent(), `?lang=${language}`);
    await page.locator('maths-dashboard button').first().waitFor();
    expect(await faultsOf(page)).toEqual([]);
  });

  it.each(['index', 'inline', 'frame', 'listener', 'playground'])('on the demo partner’s %s page', async (name) => {
    for (const width of [375, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await go(`${demoUrl}/${name}.html?lang=${language}`);
      expect(await faultsOf(page), String(width)).toEqual([]);
    }
  });

  it('in the widgets’ frames', async () => {
    for (const widget of ['signup', 'signin']) {
      await go(`${demoUrl}/listener.html?lang=${language}&widget=${widget}`);
      const frame = page.frames()[1];
      if (frame === undefined) throw new Error('The page has no frame');
      await frame.locator('form').waitFor();
      expect(await faultsOf(frame), widget).toEqual([]);
    }
  });
});
