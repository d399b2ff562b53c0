/**
 * Measures how much work the page does from the server's response to the screen, on a slowed CPU. The exit code is 1 when
 * a median is over its limit.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { browserArguments, ensureBrowser } from '../../scripts/test-tools/browser.mjs';
import { quantile } from '../figures.ts';
import { measureBareTable } from './bare-table.mjs';
import { servePage } from './page-server.mjs';
import { between, stopwatch } from './stopwatch.mjs';
import { watch } from './watch.mjs';

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '15' },
    slowdown: { type: 'string', default: '4' },
    builds: { type: 'string', default: 'dist' },
  },
});
const slowdown = Number(options.slowdown);
const runs = Number(options.runs);
const refreshes = 3;
const builds = options.builds.split(',');
const [limited] = builds;
/** Milliseconds. The other figures have no limit. */
const limits = { 'one panel: opening': 130, 'one panel: refresh': 20 };

/** The measured values by figure and build. */
const measured = new Map();
const note = (figure, build, work) => {
  const builtOnes = measured.get(figure) ?? new Map();
  measured.set(figure, builtOnes.set(build, [...(builtOnes.get(build) ?? []), work]));
};

/** Measures one response: the time until the frame that shows it, and until the document no longer changes. */
const timed = async (page, server, read) => {
  await server.asked();
  await page.evaluate(() => window.settled());
  // Waits with a promise of the page, because polling would add work to the page.
  const painted = page.evaluate(() => window.painted());
  const before = await read();
  server.release();
  const seen = await painted;
  const shown = await read();
  await page.evaluate(() => window.settled());
  return { shown: { ...between(before, shown), seen }, complete: between(before, await read()) };
};

/** Opens a class in a new page. Refreshes it with one open panel and, if there are several, with all of them open. */
const measurePage = async (browser, server, build, together) => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.addInitScript(watch);
  const read = await stopwatch(page, slowdown);
  await page.goto(server.url);
  await page.locator('maths-classroom .maths-blocker:popover-open').waitFor();
  const name = together ? 'all concepts in one table' : 'one panel';
  const opening = await timed(page, server, read);
  note(`${name}: opening`, build, opening.shown);
  note(`${name}: opening, all rows`, build, opening.complete);
  const refresh = async (figure) => {
    for (let turn = 0; turn < refreshes; turn += 1) {
      note(figure, build, (await timed(page, server, read)).shown);
    }
  };
  await refresh(`${name}: refresh`);
  if (!together) {
    const closed = page.locator('maths-classroom h2 button[aria-expanded=false]');
    while ((await closed.count()) > 0) await closed.first().click();
    await refresh('all panels: refresh');
  }
  await page.close();
};

const browser = await chromium.launch({ executablePath: ensureBrowser('fullBrowser'), args: browserArguments });
for (const together of [false, true]) {
  const servers = new Map();
  for (const build of builds) servers.set(build, await servePage({ build: resolve(build), together }));
  for (let run = 0; run < runs; run += 1) {
    for (const [build, server] of servers) await measurePage(browser, server, build, together);
    const rows = 35;
    const columns = together ? 60 : 8;
    const bare = await measureBareTable(browser, { rows, columns, slowdown });
    note(`a bare table of ${rows * columns} cells`, '-', bare.opening);
    note(`a bare table of ${rows * columns} cells, one changed`, '-', bare.change);
  }
  for (const server of servers.values()) server.close();
}
await browser.close();

console.log(`Milliseconds, medians of ${runs} pages, CPU / ${slowdown}`);
for (const [figure, values] of measured) {
  for (const [build, works] of values) {
    const of = (part, share) =>
      quantile(
        works.map((work) => work[part]),
        share,
      ).toFixed(1);
    const limit = limits[figure];
    const isOver = limit !== undefined && Number(of('work', 0.5)) > limit;
    if (isOver && build === limited) process.exitCode = 1;
    const seen = works[0]?.seen === undefined ? '' : `seen after ${of('seen', 0.5)}, `;
    const rest = `${seen}script ${of('script', 0.5)}, style and layout ${of('layout', 0.5)}, p95 ${of('work', 0.95)}`;
    const verdict = limit === undefined ? '' : `, limit ${limit}${isOver ? ': exceeded' : ''}`;
    console.log(`  ${figure} (${build}): ${of('work', 0.5)} (${rest}${verdict})`);
  }
}
