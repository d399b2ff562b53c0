import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { languages } from '../src/contracts/language.ts';
import { requestsOf, untilQuiet } from './support/browser.ts';
import { demoUrl, portalUrl } from './support/settings.ts';
import { setUpPage, context, page } from './support/setup.ts';

setUpPage();

const open = (name: string, language = 'en') => page.goto(`${demoUrl}/${name}.html?lang=${language}`);
const code = () => page.locator('pre:has(#code)');
const overflow = (box: Locator): Promise<number> =>
  box.evaluate((element) => element.scrollWidth - element.clientWidth);

describe('the look of the demo partner', () => {
  it('uses a typeface of its own, and loads nothing from other servers than its own and the portal', async () => {
    const sent = requestsOf(context);
    await open('inline');
    await untilQuiet(page);
    const fonts = await page.evaluate(async () => {
      const { fontFamily, fontSize } = getComputedStyle(document.querySelector('h1') ?? document.body);
      const loaded = await document.fonts.load(`${fontSize} Newsreader`);
      return { fontFamily, loaded: loaded.map(({ family, status }) => `${family.replaceAll('"', '')} ${status}`) };
    });
    expect(fonts.fontFamily).toMatch(/^"?Newsreader/);
    expect(fonts.loaded).toEqual(['Newsreader loaded']);
    expect([...new Set(sent.map(({ url }) => new URL(url).origin))].sort()).toEqual([demoUrl, portalUrl].sort());
  });

  it.each(languages)('calls each page the same in the menu and on its card, in %s', async (language) => {
    await open('index', language);
    const names = (links: Locator) =>
      links.evaluateAll((all) =>
        all.map((link) => [link.getAttribute('href'), (link.querySelector('b') ?? link).textContent]),
      );
    const cards = await names(page.locator('.cards a'));
    expect(cards).not.toEqual([]);
    expect(await names(page.locator('.pages a'))).toEqual(cards);
  });

  it.each(['inline', 'frame', 'listener', 'playground'])(
    'wraps the highlighted code of %s.html on a phone',
    async (name) => {
      await page.setViewportSize({ width: 375, height: 800 });
      await open(name);
      expect(await code().locator('.code-tag').count()).toBeGreaterThan(0);
      expect(await overflow(code())).toBe(0);
    },
  );
});
