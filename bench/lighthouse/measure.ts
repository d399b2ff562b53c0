/**
 * Runs Lighthouse's mobile preset on public pages in both languages: on all, or on those named. Fails when one is below
 * a limit.
 */
import { parseArgs } from 'node:util';
import { launch } from 'chrome-launcher';
import lighthouse, { type Result } from 'lighthouse';
import { build } from '../../e2e/support/build.ts';
import { startPortal } from '../../e2e/support/portal.ts';
import { portalUrl } from '../../e2e/support/settings.ts';
import { browserArguments, ensureBrowser, meetRequirements } from '../../scripts/test-tools/requirements.ts';
import { languages } from '../../src/contracts/language.ts';
import { indexedRoutes, routes } from '../../src/contracts/routes.ts';
import { spreadOf } from '../figures.ts';

/**
 * The minimum scores out of 100, and the maximum layout shift: a centred link that its font makes wider counts 0.0001.
 */
const minimumScores = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 };
const maximumShift = 0.001;

type Figures = Record<string, number>;

/** Returns scores of a hundred, the shift, and milliseconds. */
const figuresOf = ({ categories, audits }: Result): Figures => ({
  ...Object.fromEntries(
    Object.keys(minimumScores).map((name) => [name, Math.round((categories[name]?.score ?? 0) * 100)]),
  ),
  shift: audits['cumulative-layout-shift']?.numericValue ?? 1,
  paint: audits['largest-contentful-paint']?.numericValue ?? Infinity,
  blocking: audits['total-blocking-time']?.numericValue ?? Infinity,
});

/** Returns the figures that miss their limits, with the audits that explain them. */
const failsOf = (figures: Figures, { categories, audits }: Result): string[] => {
  const low = Object.entries(minimumScores).filter(([name, limit]) => (figures[name] ?? 0) < limit);
  const reasons = low.flatMap(([name]) =>
    (categories[name]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => `${name}: ${id}`),
  );
  return [...reasons, ...((figures['shift'] ?? 1) > maximumShift ? ['shift'] : [])];
};

const { values, positionals } = parseArgs({
  options: { runs: { type: 'string', default: '1' } },
  allowPositionals: true,
});

/** None is indexed: two are for the person who was sent there, two are samples. */
const alsoPublic = ['teacherSignUpSuccess', 'confirmation', 'terms', 'privacy'] as const;
const pages = [...indexedRoutes, ...alsoPublic]
  .filter((route) => positionals.length === 0 || positionals.includes(route))
  .flatMap((route) => languages.map((language) => ({ route, language, indexed: indexedRoutes.includes(route) })));

/** Measures a page, again if there is no result: on a busy machine Chromium's trace sometimes has no beginning. */
const measure = async (page: (typeof pages)[number], port: number, tries = 3): Promise<Result> => {
  const { route, language, indexed } = page;
  const result = await lighthouse(`${portalUrl}${routes[route].path}?lang=${language}`, {
    port,
    logLevel: 'error',
    output: 'json',
    onlyCategories: Object.keys(minimumScores),
    // A missing index is intended for these pages.
    skipAudits: indexed ? [] : ['is-crawlable'],
  }).catch((error) => ({ lhr: { runtimeError: error } }));
  const { code } = result?.lhr.runtimeError ?? { code: result === undefined ? 'no report' : undefined };
  if (code === undefined) return result.lhr;
  console.error(`${route} ${language} has no result: ${code}. ${tries > 1 ? 'It is measured again.' : ''}`);
  if (tries > 1) return measure(page, port, tries - 1);
  throw new Error(`Lighthouse had no result for ${route}: ${code}`);
};

await build();
const portal = await startPortal();
const chromePath = ensureBrowser('fullBrowser');
for (const reason of meetRequirements(['font']).values()) console.warn(reason);
const chrome = await launch({ chromePath, chromeFlags: ['--headless=new', ...browserArguments], logLevel: 'error' });
try {
  const table: Record<string, Figures> = {};
  for (const page of pages) {
    const reports: Result[] = [];
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
