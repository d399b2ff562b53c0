/** Runs Lighthouse's mobile preset on every public page in both languages. Fails when one is below a limit. */
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

const { values } = parseArgs({ options: { runs: { type: 'string', default: '1' } } });

/** None is indexed: two are for the person who was sent there, two are samples. */
const alsoPublic = /** @type {const} */ (['teacherSignUpSuccess', 'confirmation', 'terms', 'privacy']);
const pages = [...indexedRoutes, ...alsoPublic].flatMap((route) =>
  languages.map((language) => ({ route, language, indexed: indexedRoutes.includes(route) })),
);

/** @param {{ route: import('../../src/contracts/routes.ts').RouteName, language: string, indexed: boolean }} page @param {number} port */
const measure = async ({ route, language, indexed }, port) => {
  const result = await lighthouse(`${portalUrl}${routes[route].path}?lang=${language}`, {
    port,
    logLevel: 'error',
    output: 'json',
    onlyCategories: Object.keys(minimumScores),
    // A missing index is intended for these pages.
    skipAudits: indexed ? [] : ['is-crawlable'],
  });
  if (result === undefined || result.lhr.runtimeError) {
    throw new Error(result?.lhr.runtimeError?.message ?? 'No result');
  }
  return result.lhr;
};

await build();
const portal = await startPortal();
const chromePath = ensureBrowser('fullBrowser');
const chrome = await launch({ chromePath, chromeFlags: ['--headless=new', ...browserArguments], logLevel: 'error' });
try {
  /** @type {Record<string, Figures>} */
  const table = {};
  for (const page of pages) {
    const reports = [];
    for (let turn = 0; turn < Number(values.runs); turn += 1) reports.push(await measure(page, chrome.port));
    const spread = Object.entries(spreadOf(reports.map(figuresOf)));
    const figures = Object.fromEntries(spread.map(([name, { median }]) => [name, median]));
    const name = `${routes[page.route].path} ${page.language}`;
    table[name] = figures;
    for (const fail of failsOf(figures, reports.at(-1))) {
      process.exitCode = 1;
      console.error(`✗ ${name}: ${fail}`);
    }
  }
  console.table(table);
} finally {
  await chrome.kill();
  await portal.stop();
}
