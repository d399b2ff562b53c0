/**
 * Takes pictures of every view in every look and width into `shots/`, with a page that shows them all, and the pictures
 * of README.md. Arguments select the views whose names contain one of them; `readme` selects README's pictures.
 * `--looks=print,dark`, `--languages=fr` and `--widths=375,1440` take only those.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, untilPainted, untilQuiet } from '../support/browser.ts';
import { build } from '../support/build.ts';
import { startPortal } from '../support/portal.ts';
import { type Cast, castScenes } from './scenes.ts';
import { type Look, take, type View, views } from './views.ts';
import { escapeHtml } from '../../src/lib/escape-html.ts';
import { consentCookie } from '../../src/contracts/consent-cookie.ts';
import { demoUrl, portalUrl } from '../support/settings.ts';

/** Returns a file name without extension, and without characters that are special in file names or URLs. */
const stem = ({ name, language }: View, look: Look): string =>
  [name, language, look.name].map((part) => part.replaceAll(/[^a-z]+/gi, '-')).join('.');

const pictureName = (view: View, look: Look, width: number): string => `${stem(view, look)}.${width}.png`;

/** Paper has pages, so that each printed view is a PDF too. */
const printName = (view: View, look: Look): string => `${stem(view, look)}.pdf`;

const row = (view: View, look: Look): string => {
  const pictures = look.widths.map((width) => {
    const file = pictureName(view, look, width);
    return `<td><a href="${file}"><img src="${file}" alt="${width} px" loading="lazy"></a></td>`;
  });
  const printed = look.name === 'print' ? `<br><a href="${printName(view, look)}">PDF</a>` : '';
  const head = `<th>${escapeHtml(view.name)}<br>${view.language}, ${look.name}${printed}</th>`;
  return `<tr>${head}${pictures.join('')}</tr>`;
};

/** One page with all pictures: a row for each view and look, and a column for each width. */
const contactSheet = (views: readonly View[]): string => `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Shots</title>
<style>
body { font: 14px sans-serif; margin: 16px }
th { position: sticky; left: 0; background: #fff; text-align: left; padding: 4px 8px; vertical-align: top }
td { vertical-align: top; padding: 4px }
img { width: 15vw; max-height: 60vh; object-fit: cover; object-position: top; border: 1px solid #ccc }
</style>
<table><tbody>
${views.flatMap((view) => view.looks.map((look) => row(view, look))).join('\n')}
</tbody></table></html>
`;

const images = 'docs/images';
const viewport = { width: 1280, height: 800 };

/** The screenshots of README.md: file name and address. */
const pictures = {
  'portal-sign-in': `${portalUrl}/signin`,
  'partner-sign-up': demoUrl,
};

/** Writes the screenshots of README.md as WebP. Playwright does not support WebP, so this uses Chromium's protocol. */
const takeReadmePictures = async (browser: Browser): Promise<void> => {
  mkdirSync(images, { recursive: true });
  const context = await browser.newContext({ reducedMotion: 'reduce', viewport, locale: 'en' });
  try {
    await context.addCookies([{ name: consentCookie.name, value: consentCookie.scrolled, url: portalUrl }]);
    const page = await context.newPage();
    const protocol = await context.newCDPSession(page);
    for (const [name, address] of Object.entries(pictures)) {
      await page.goto(address);
      await untilQuiet(page);
      const { data } = await protocol.send('Page.captureScreenshot', { format: 'webp', quality: 80 });
      writeFileSync(join(images, `${name}.webp`), Buffer.from(data, 'base64'));
    }
  } finally {
    await context.close();
  }
};

const folder = 'shots';
/** The number of parallel browser contexts. Each one mostly waits. */
const workers = 4;

/**
 * Loads the lazy images of a page. A visitor gets them by scrolling; a screenshot of the whole page does not. Runs in
 * the page.
 */
const loadLatePictures = async (): Promise<void> => {
  const late = [...document.querySelectorAll('img')].filter(({ loading }) => loading === 'lazy');
  for (const picture of late) picture.loading = 'eager';
  await Promise.all(late.map((picture) => picture.decode()));
};

/** The time that a frame of another site gets to follow its page, in milliseconds. */
const frameTimeout = 10_000;

/** Waits until each frame has the width and the theme that its page gave it. A frame of another site gets them later. */
const untilFramesFollow = async (page: Page, look: Look): Promise<void> => {
  const deadline = Date.now() + frameTimeout;
  for (const frame of page.frames().slice(1)) {
    const box = await frame.frameElement();
    const wanted = await box.evaluate((node) => (node instanceof Element ? node.clientWidth : 0));
    const isDark = look.name === 'dark';
    const follows = (): Promise<boolean> =>
      frame.evaluate(
        ([width, dark]) => innerWidth === width && (!dark || document.querySelector('[theme="dark"]') !== null),
        [wanted, isDark] as const,
      );
    while (!(await follows())) if (Date.now() > deadline) throw new Error(`${frame.url()} does not follow its page`);
  }
};

const shoot = async (browser: Browser, view: View, cast: Cast): Promise<void> => {
  const context = await browser.newContext({ reducedMotion: 'reduce', viewport: { width: 1440, height: 900 } });
  context.setDefaultTimeout(20_000);
  try {
    const page = await view.open(context, cast);
    for (const look of view.looks) {
      await take(page, look);
      for (const width of look.widths) {
        await page.setViewportSize({ width, height: 900 });
        await page.evaluate(loadLatePictures);
        // A panel with `content-visibility: auto` is empty in the first frame of a wider window.
        await untilPainted(page);
        // Chromium paints a frame of another site only as far as the viewport.
        if (page.frames().length > 1) {
          await untilFramesFollow(page, look);
          await page.setViewportSize({ width, height: await page.evaluate(() => document.body.scrollHeight) });
        }
        await page.screenshot({ path: join(folder, pictureName(view, look, width)), fullPage: view.fullPage });
      }
      if (look.name !== 'print') continue;
      await page.pdf({ path: join(folder, printName(view, look)), preferCSSPageSize: true, format: 'A4' });
    }
  } finally {
    await context.close();
  }
};

const started = performance.now();
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    looks: { type: 'string' },
    languages: { type: 'string' },
    widths: { type: 'string' },
  },
});
const wanted = positionals.map((name) => name.toLowerCase());
const isChosen = (list: string | undefined, name: string): boolean =>
  list === undefined || list.split(',').includes(name);
const chosen = views
  .filter(({ name }) => wanted.length === 0 || wanted.some((part) => name.toLowerCase().includes(part)))
  .filter(({ language }) => isChosen(values.languages, language))
  .map((view) => ({
    ...view,
    looks: view.looks
      .filter(({ name }) => isChosen(values.looks, name))
      .map((look) => ({ ...look, widths: look.widths.filter((width) => isChosen(values.widths, String(width))) }))
      .filter(({ widths }) => widths.length > 0),
  }))
  .filter(({ looks }) => looks.length > 0);
const total = chosen.flatMap(({ looks }) => looks.flatMap(({ widths }) => widths)).length;
const isAll = process.argv.length === 2;
await build();
const [portal, browser] = await Promise.all([startPortal(), openBrowser()]);
const takePictures = async (): Promise<void> => {
  const cast = await castScenes();
  if (isAll) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const waiting = [...chosen];
  const work = async (): Promise<void> => {
    for (let view = waiting.shift(); view !== undefined; view = waiting.shift()) {
      const { name, language } = view;
      try {
        await shoot(browser, view, cast);
      } catch (error) {
        process.exitCode = 1;
        process.stderr.write(`${name}, ${language}: ${String(error)}\n`);
      }
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
  writeFileSync(join(folder, 'index.html'), contactSheet(chosen));
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  process.stdout.write(`${total} pictures in ${seconds} s: ${folder}/index.html\n`);
};

try {
  if (isAll || wanted.includes('readme')) await takeReadmePictures(browser);
  if (chosen.length > 0) await takePictures();
} finally {
  await Promise.all([browser.close(), portal.stop()]);
}
