import { describe, expect, it } from 'vitest';
import { widgetPaths } from '../src/contracts/elements.ts';
import { languages } from '../src/contracts/language.ts';
import { demoUrl } from './support/settings.ts';
import { shiftsOf, watchShifts } from './support/shifts.ts';
import { setUpPage, page } from './support/setup.ts';

setUpPage();

const cases = Object.keys(widgetPaths).flatMap((widget) =>
  languages.flatMap((lang) => [320, 375, 1440].map((width) => ({ widget, lang, width }))),
);

describe('a framed form', () => {
  it.each(cases)(
    'reserves the height of a framed form before it reports one: $widget, $lang, $width px',
    async ({ widget, lang, width }) => {
      let letIn = (): void => undefined;
      const admitted = new Promise<void>((resolve) => (letIn = resolve));
      await page.route('**/widgets/**', async (route) => {
        await admitted;
        await route.continue();
      });
      await page.addInitScript(watchShifts);
      await page.addInitScript(() => addEventListener('ready', () => Object.assign(window, { isReady: true })));
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${demoUrl}/?way=frame&widget=${widget}&lang=${lang}`, { waitUntil: 'commit' });
      const frame = page.locator('maths-embed iframe');
      const height = (): Promise<number> => frame.evaluate((element) => element.getBoundingClientRect().height);
      await frame.waitFor();
      // Waits for the page's own fonts and texts.
      await page.evaluate(() => document.fonts.ready);
      const [reserved, before] = [await height(), await shiftsOf(page)];
      letIn();
      await page.waitForFunction('window.isReady');
      // The reported height, in whole pixels.
      await page.waitForFunction(() => {
        const told = document
          .querySelector('maths-embed')
          ?.shadowRoot?.querySelector('iframe')
          ?.getBoundingClientRect();
        return told !== undefined && Number.isInteger(told.height);
      });
      expect(Math.abs((await height()) - reserved)).toBeLessThanOrEqual(1);
      expect(await shiftsOf(page)).toEqual(before);
    },
  );
});
