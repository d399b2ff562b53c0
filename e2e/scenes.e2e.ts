import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { faultsOf, ofPagesOnly } from './support/audit.ts';
import { textsOnBorders } from './support/borders.ts';
import { markupFaults, standingFaults } from './support/markup.ts';
import { type Cast, castScenes, playScene, type Scene, scenesInBothLanguages } from './support/scenes.ts';
import { browser, setUpPortal } from './support/setup.ts';

setUpPortal();

let cast: Cast;
beforeAll(async () => {
  cast = await castScenes();
});

/** A phone, a desktop, and a desktop with the dark scheme, in which our own pages stay light but a widget does not. */
const sights = [
  { width: 375, colorScheme: 'light' },
  { width: 1440, colorScheme: 'light' },
  { width: 1440, colorScheme: 'dark' },
] as const;

/** In its other states, one of our own pages has the colours that its first scene was audited with. */
const sightsOf = ({ name, route }: Scene) =>
  name === route || route.startsWith('widget') ? sights : sights.filter(({ colorScheme }) => colorScheme === 'light');

const faultsInSights = async (page: Page, scene: Scene): Promise<string[]> => {
  const faults: string[] = [];
  for (const { width, colorScheme } of sightsOf(scene)) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 800 });
    await page.waitForFunction((inner) => innerWidth === inner, width);
    faults.push(...(await faultsOf(page)).map((fault) => `axe, ${width} px, ${colorScheme}: ${fault}`));
  }
  return faults;
};

/** The narrowest window that WCAG 2.2 asks for (1.4.10). The whole page is in sight, because only then it can be measured. */
const faultsInNarrowWindow = async (page: Page): Promise<string[]> => {
  const width = 320;
  await page.setViewportSize({ width, height: 800 });
  await page.waitForFunction((inner) => innerWidth === inner, width);
  const needed = await page.evaluate(() => ({
    width: document.documentElement.scrollWidth,
    height: document.documentElement.scrollHeight,
  }));
  await page.setViewportSize({ width, height: needed.height });
  const overflow = needed.width > width ? [`the page is ${needed.width} px wide in a window of ${width} px`] : [];
  return [...overflow, ...(await textsOnBorders(page))];
};

// Each test has a separate browser and mostly waits.
describe.concurrent('axe and the HTML validator report no error, and no text lies on a border', () => {
  it.each(scenesInBothLanguages)('$scene.name, $language', async ({ scene, language }) => {
    const context = await browser.newContext({ reducedMotion: 'reduce' });
    try {
      const page = await playScene(context, scene, language, cast);
      const served = await fetch(page.url(), { headers: { 'accept-language': language } });
      const faults = [
        ...(await markupFaults(await served.text())),
        ...(await standingFaults(page)),
        ...(await faultsInSights(page, scene)).filter(
          (fault) => !scene.route.startsWith('widget') || !ofPagesOnly.test(fault),
        ),
        // French is the longer language.
        ...(language === 'fr' ? await faultsInNarrowWindow(page) : []),
      ];
      expect(faults).toEqual([]);
    } finally {
      await context.close();
    }
  });
});
