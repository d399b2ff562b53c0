/**
 * How much work the page has from the server's answer to the screen, on a CPU slowed four times. README.md has how to
 * run it. Fails when a median is over its limit.
 */
import { resolve } from 'node:path';
import { chromium } from 'playwright-core';
import { browserArguments, ensureBrowser } from '../../scripts/browser.mjs';
import { servePage } from './page-server.mjs';
import { watch } from './watch.mjs';

const slowdown = Number(process.env['SLOWDOWN'] ?? 4);
const runs = Number(process.argv[2] ?? 15);
const refreshes = 4;
const build = resolve(process.env['BUILD_FOLDER'] ?? 'dist');
/** Milliseconds. */
const limits = { opening: 100, refresh: 16 };

/** @param {readonly number[]} values @param {number} share */
const quantile = (values, share) => values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? 0;
/** What the page's main thread did, in milliseconds of its own processor time: busy neighbours don't count. */
const stopwatch = async (page) => {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    const of = (name) => (metrics.find((metric) => metric.name === name)?.value ?? 0) * 1000;
    return {
      work: of('TaskDuration'),
      script: of('ScriptDuration'),
      layout: of('LayoutDuration') + of('RecalcStyleDuration'),
    };
  };
};
const between = (one, other) => ({
  work: other.work - one.work,
  script: other.script - one.script,
  layout: other.layout - one.layout,
});

/** What one answer costs the page, from its release to the screen. */
const timed = async (page, read, release) => {
  // Told by a promise: asking again and again would be work of the page too.
  const painted = page.evaluate(() => window.painted());
  const before = await read();
  release();
  await painted;
  return between(before, await read());
};

/** One class, opened anew in each run and then refreshed some times. */
const measureClass = async (browser, together) => {
  const server = await servePage({ build, together });
  const results = { opening: [], refresh: [] };
  let cells = [0, 0];
  for (let run = 0; run < runs; run += 1) {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.addInitScript(watch);
    const read = await stopwatch(page);
    await page.goto(server.url);
    await page.locator('maths-classroom .maths-blocker:popover-open').waitFor();
    await page.waitForTimeout(500);
    results.opening.push(await timed(page, read, server.release));
    const count = () => page.locator('maths-classroom td.maths-heat').count();
    const first = await count();
    // Every panel open: the most that a refresh can touch.
    const closed = page.locator('maths-classroom h2 button[aria-expanded=false]');
    if (!together) while ((await closed.count()) > 0) await closed.first().click();
    cells = [first, await count()];
    for (let turn = 0; turn < refreshes; turn += 1) {
      await page.waitForTimeout(400);
      results.refresh.push(await timed(page, read, server.release));
    }
    await page.close();
  }
  server.close();
  return { cells, results };
};

const browser = await chromium.launch({ executablePath: ensureBrowser(), args: browserArguments });
let over = false;
for (const together of [false, true]) {
  const { cells, results } = await measureClass(browser, together);
  console.log(
    together ? 'Every concept in one open table' : 'Eight panels, one open at first, all open for the refreshes',
  );
  console.log(`  ${cells.join(', then ')} cells; ${runs} runs, CPU / ${slowdown}`);
  for (const [name, values] of Object.entries(results)) {
    const of = (part, share) =>
      quantile(
        values.map((value) => value[part]),
        share,
      ).toFixed(1);
    console.log(
      `  ${name}: median ${of('work', 0.5)} ms (script ${of('script', 0.5)}, style and layout ${of('layout', 0.5)}), p95 ${of('work', 0.95)}, limit ${limits[name]}`,
    );
    over ||= Number(of('work', 0.5)) > limits[name];
  }
}
await browser.close();
process.exitCode = over ? 1 : 0;
