import { describe, expect, it } from 'vitest';
import { requestsOf, untilQuiet } from './support/browser.ts';
import { demoUrl, portalUrl } from './support/settings.ts';
import { setUpPage, context, page } from './support/setup.ts';

setUpPage();

const open = (way: string) => page.goto(`${demoUrl}/?way=${way}`);

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

  it.each([
    ['inline', '<maths-sign-up'],
    ['frame', '<maths-embed'],
    ['listener', '<iframe'],
  ])('shows the code of a form that is embedded as %s, and wraps it on a phone', async (way, tag) => {
    await page.setViewportSize({ width: 375, height: 800 });
    await open(way);
    const code = page.locator('pre:has(#code)');
    expect(await code.textContent()).toContain(tag);
    expect(await code.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
  });
});
