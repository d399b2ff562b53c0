/**
 * Starts a portal and runs Lighthouse with its mobile preset on every public page in both languages. Fails when a page is
 * below a limit.
 */
import { parseArgs } from 'node:util';
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { build } from '../../e2e/support/build.ts';
import { startPortal } from '../../e2e/support/portal.ts';
import { portalUrl } from '../../e2e/support/settings.ts';
import { browserArguments, ensureBrowser } from '../../scripts/test-tools/requirements.mjs';
import { languages } from '../../src/contracts/language.ts';
import { indexedRoutes, routes } from '../../src/contracts/routes.ts';
import { spreadOf } from '../figures.ts';

/** The minimum scores out of 100, and the maximum layout shift. */
const minimumScores = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 };
const maximumShift = 0;

/** @typedef {Record<string, number>} Figures */

/** @param {import('lighthouse').Result} report @returns {Figures} scores of a hundred, the shift, milliseconds */
const figuresOf = ({ categories, audits }) => ({
  ...Object.fromEntries(
    Object.keys(minimumScores).map((name) => [name, Math.round((categories[name]?.score ?? 0) * 100)]),
  ),
  shift: audits['cumulative-layout-shift']?.numericValue ?? 1,
  paint: audits['largest-contentful-paint']?.numericValue ?? Infinity,
  blocking: audits['total-blocking-time']?.numericValue ?? Infinity,
});

/** @param {readonly Figures[]} all @returns {Figures} each figure's median */
const medianOf = (all) => Object.fromEntries(Object.entries(spreadOf(all)).map(([name, { median }]) => [name, median]));

/**
 * Returns the figures that miss their limits, with the audits that explain them.
 * @param {Figures} figures
 * @param {import('lighthouse').Result} report
 * @returns {string[]}
 */
const failsOf = (figures, { categories, audits }) => {
  const low = Object.entries(minimumScores).filter(([name, limit]) => (figures[name] ?? 0) < limit);
  const reasons = low.flatMap(([name]) =>
    (categories[name]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => `${name}: ${id}`),
  );
  return [...reasons, ...((figures['shift'] ?? 1) > maximumShift ? ['shift'] : [])];
};

const widths = [44, 12, 14, 15, 4, 7, 8, 8];
/** @param {readonly string[]} cells */
const line = (cells) =>
  cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[at] ?? 0))).join('');

const columns = line(['page', 'performance', 'accessibility', 'best practices', 'SEO', 'CLS', 'LCP ms', 'TBT ms']);

/** @param {string} page @param {Figures} figures @param {readonly string[]} fails */
const rowOf = (page, figures, fails) => {
  const { shift = 0, paint = 0, blocking = 0 } = figures;
  const scores = Object.keys(minimumScores).map((name) => String(figures[name]));
  const row = line([page, ...scores, shift.toFixed(3), paint.toFixed(0), blocking.toFixed(0)]);
  return [row, ...fails.map((fail) => `    ✗ ${fail}`)].join('\n');
};

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
