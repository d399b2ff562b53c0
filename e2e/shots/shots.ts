/**
 * Takes a picture of every scene at three widths in both languages into `shots/`, with a page that shows them all, and the
 * pictures of README.md. Arguments select the scenes whose names contain one of them; `readme` selects README's pictures.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../support/browser.ts';
import build from '../support/build.ts';
import { startPortal } from '../support/portal.ts';
import { type Cast, castScenes, playScene, scenesInBothLanguages } from '../support/scenes.ts';
import { contactSheet, fileName, widths } from './contact-sheet.ts';
import { takeReadmePictures } from './readme-pictures.ts';

const folder = 'shots';
/** The number of parallel browser contexts. Each one mostly waits. */
const workers = 4;

/** Loads the lazy pictures of a page. A visitor gets them by scrolling, a picture of the whole page does not. Runs in the page. */
const loadLatePictures = async (): Promise<void> => {
  const late = [...document.querySelectorAll('img')].filter(({ loading }) => loading === 'lazy');
  for (const picture of late) picture.loading = 'eager';
  await Promise.all(late.map((picture) => picture.decode()));
};

type Job = (typeof scenesInBothLanguages)[number];

const shoot = async (browser: Browser, { scene, language }: Job, cast: Cast): Promise<void> => {
  const context = await browser.newContext({ reducedMotion: 'reduce', viewport: { width: 1440, height: 900 } });
  context.setDefaultTimeout(20_000);
  try {
    const page = await playScene(context, scene, language, cast);
    // A banner or a dialog is fixed to the window's edge, so these scenes show the window only.
    const fullPage = scene.consent !== null && !/deletion/.test(scene.name);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await page.evaluate(loadLatePictures);
      await page.screenshot({ path: join(folder, fileName(scene.name, language, width)), fullPage });
    }
  } finally {
    await context.close();
  }
};

const started = performance.now();
const wanted = process.argv.slice(2).map((name) => name.toLowerCase());
const jobs = scenesInBothLanguages.filter(
  ({ scene }) => wanted.length === 0 || wanted.some((name) => scene.name.toLowerCase().includes(name)),
);
const total = jobs.length * widths.length;
build();
const [portal, browser] = await Promise.all([startPortal(), openBrowser()]);
const takePictures = async (): Promise<void> => {
  const cast = await castScenes();
  if (wanted.length === 0) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const waiting = [...jobs];
  const work = async (): Promise<void> => {
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
      const { scene, language } = job;
      await shoot(browser, job, cast).catch((error: unknown) => {
        process.exitCode = 1;
        process.stderr.write(`${scene.name}, ${language}: ${String(error)}\n`);
      });
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
  writeFileSync(join(folder, 'index.html'), contactSheet([...new Set(jobs.map(({ scene }) => scene.name))]));
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  process.stdout.write(`${total} pictures in ${seconds} s: ${folder}/index.html\n`);
};

try {
  if (wanted.length === 0 || wanted.includes('readme')) await takeReadmePictures(browser);
  if (jobs.length > 0) await takePictures();
} finally {
  await Promise.all([browser.close(), portal.stop()]);
}
