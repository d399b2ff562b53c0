/**
 * Takes a picture of every page and state in every look and width into `shots/`, named after them, as in
 * `signIn.fr.print.794.png`. Arguments select the pictures whose names contain each of them.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { languages } from '../../src/contracts/language.ts';
import { openBrowser, untilPainted, untilQuiet } from '../support/browser.ts';
import { build } from '../support/build.ts';
import { startPortal } from '../support/portal.ts';
import { demoUrl } from '../support/settings.ts';
import { type Cast, castScenes, playScene, scenes } from './scenes.ts';

const folder = 'shots';
const screens = [375, 768, 1366, 1920, 2560];
/** The width of A4 without margins, at 96 pixels per inch. */
const paperWidth = 794;

type Look = { name: string; widths: readonly number[]; media: NonNullable<Parameters<Page['emulateMedia']>[0]> };

/** What the visitor's system prefers. Looks follow each other in the same page, the dark one last. */
const looks: readonly Look[] = [
  { name: 'light', widths: screens, media: { media: 'screen', forcedColors: 'none' } },
  { name: 'forced-colours', widths: screens, media: { media: 'screen', forcedColors: 'active' } },
  { name: 'print', widths: [paperWidth], media: { media: 'print', forcedColors: 'none' } },
];
/** Only the widgets have a dark scheme: the portal's own pages are light. */
const dark: Look = {
  name: 'dark',
  widths: screens,
  media: { media: 'screen', forcedColors: 'none', colorScheme: 'dark' },
};

type View = {
  name: string;
  looks: readonly Look[];
  /** False for a banner, which covers the window. */
  fullPage: boolean;
  open(context: BrowserContext, cast: Cast): Promise<Page>;
};

const openPage = (address: string) => async (context: BrowserContext) => {
  const page = await context.newPage();
  await page.goto(address);
  await untilQuiet(page);
  return page;
};

const partnerPages = ['inline', 'frame', 'listener'].flatMap((way) =>
  ['signup', 'signin', 'teacher-signup'].map((widget) => `?way=${way}&widget=${widget}`),
);

const views: readonly View[] = [
  ...languages.flatMap((language) =>
    scenes.map((scene) => ({
      name: `${scene.name}.${language}`,
      looks,
      fullPage: scene.consent !== null,
      open: (context: BrowserContext, cast: Cast) => playScene(context, scene, language, cast),
    })),
  ),
  ...[...partnerPages, 'stores.html', 'class.html'].map((path) => ({
    name: `partner ${path}.en`,
    looks: [...looks, dark],
    fullPage: true,
    open: openPage(`${demoUrl}/${path}`),
  })),
];

/** Shows the look. A visitor gets a page's lazy images by scrolling, and a picture of the whole page does not. */
const take = async (page: Page, { name, media }: Look): Promise<void> => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce', ...media });
  await page.evaluate(async (isDark) => {
    for (const widget of document.querySelectorAll('[origin]')) if (isDark) widget.setAttribute('theme', 'dark');
    const late = [...document.querySelectorAll('img')].filter(({ loading }) => loading === 'lazy');
    for (const picture of late) picture.loading = 'eager';
    await Promise.all(late.map((picture) => picture.decode()));
  }, name === 'dark');
};

const pictureOf = ({ name }: View, look: Look, width: number): string =>
  `${name.replaceAll(/[^\w.]+/g, '-')}.${look.name}.${width}.png`;
const wanted = process.argv.slice(2);
const isWanted = (picture: string): boolean =>
  wanted.every((part) => picture.toLowerCase().includes(part.toLowerCase()));
const picturesOf = (view: View) =>
  view.looks
    .flatMap((look) => look.widths.map((width) => ({ look, width, file: pictureOf(view, look, width) })))
    .filter(({ file }) => isWanted(file));

const shoot = async (browser: Browser, view: View, cast: Cast): Promise<void> => {
  const context = await browser.newContext({ reducedMotion: 'reduce', viewport: { width: 1366, height: 900 } });
  context.setDefaultTimeout(20_000);
  try {
    const page = await view.open(context, cast);
    for (const { look, width, file } of picturesOf(view)) {
      await take(page, look);
      await page.setViewportSize({ width, height: 900 });
      // A list with `content-visibility: auto` is empty in the first frame of a wider window.
      await untilPainted(page);
      // Chromium paints a frame of another site only as far as the viewport, and the frame gets its width later.
      if (page.frames().length > 1) {
        await page.setViewportSize({ width, height: await page.evaluate(() => document.body.scrollHeight) });
        await untilQuiet(page);
      }
      await page.screenshot({ path: join(folder, file), fullPage: view.fullPage });
    }
  } finally {
    await context.close();
  }
};

await build();
mkdirSync(folder, { recursive: true });
const [portal, browser] = await Promise.all([startPortal(), openBrowser()]);
try {
  const cast = await castScenes();
  for (const view of views.filter((one) => picturesOf(one).length > 0)) await shoot(browser, view, cast);
} finally {
  await Promise.all([browser.close(), portal.stop()]);
}
