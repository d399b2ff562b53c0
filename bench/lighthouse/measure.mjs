/**
 * Starts a portal and runs Lighthouse with its mobile preset on every public page in both languages. Fails when a page is
 * below a limit.
 */
import { parseArgs } from 'node:util';
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import build from '../../e2e/support/build.ts';
import { startPortal } from '../../e2e/support/portal.ts';
import { portalUrl } from '../../e2e/support/settings.ts';
import { browserArguments, ensureBrowser } from '../../scripts/test-tools/browser.mjs';
import { languages } from '../../src/contracts/language.ts';
import { indexedRoutes, routes } from '../../src/contracts/routes.ts';
import { columns, failsOf, figuresOf, medianOf, rowOf } from './scores.mjs';

const { values } = parseArgs({ options: { runs: { type: 'string', default: '1' }, only: { type: 'string' } } });
const runs = Number(values.runs);

/** None is indexed: two are for the person who was sent there, two are samples. */
const alsoPublic = /** @type {const} */ (['teacherSignUpSuccess', 'confirmation', 'terms', 'privacy']);

const pages = [...indexedRoutes, ...alsoPublic]
  .filter((route) => values.only === undefined || values.only.split(',').includes(route))
  .flatMap((route) => languages.map((language) => ({ route, language, indexed: indexedRoutes.includes(route) })));

/** Lighthouse sometimes loses the trace of a page and advises to run it again. */
const tries = 3;

/**
 * @param {{ route: string, language: string, indexed: boolean }} page
 * @param {number} port
 * @param {number} [left] how often it may still be tried
 */
const measure = async (page, port, left = tries) => {
  const { route, language, indexed } = page;
  const result = await lighthouse(`${portalUrl}${routes[route].path}?lang=${language}`, {
    port,
    logLevel: 'error',
    output: 'json',
    onlyCategories: ['performance', 'accessibility', 'best-practices', 'seo'],
    // A missing index is intended for these pages.
    skipAudits: indexed ? [] : ['is-crawlable'],
  });
  if (result === undefined || result.lhr.runtimeError) {
    if (left > 1) return measure(page, port, left - 1);
    throw new Error(result?.lhr.runtimeError?.message ?? 'No result');
  }
  return result.lhr;
};

await build();
const portal = await startPortal();
const chromePath = ensureBrowser('fullBrowser');
const chrome = await launch({ chromePath, chromeFlags: ['--headless=new', ...browserArguments], logLevel: 'error' });
try {
  console.log(columns);
  for (const page of pages) {
    const reports = [];
    for (let turn = 0; turn < runs; turn += 1) reports.push(await measure(page, chrome.port));
    const figures = medianOf(reports.map(figuresOf));
    const fails = failsOf(figures, reports.at(-1));
    console.log(rowOf(`${routes[page.route].path} ${page.language}`, figures, fails));
    if (fails.length > 0) process.exitCode = 1;
  }
} finally {
  await chrome.kill();
  await portal.stop();
}
