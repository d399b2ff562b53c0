/** Measures how soon people can sign in: every contender in turn, in each round, in one browser with an empty cache. */
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { build } from '../../e2e/support/build.ts';
import { startPortal } from '../../e2e/support/portal.ts';
import { ports } from '../../e2e/support/settings.ts';
import { freePorts } from '../../scripts/test-tools/ports.ts';
import { keepSection, spreadOf } from '../figures.ts';
import { contenders } from './contenders.mjs';
import { serve } from './server.mjs';
import { latency, megabits, openBrowser, slowdown, visit } from './visit.mjs';

/**
 * @typedef {{ contender: import('./contenders.mjs').Contender, spread: Record<string, import('../figures.ts').Spread>
 * }} Row
 */

/** @param {number} rounds @param {string} browser @returns {string} when, where and how */
const machine = (rounds, browser) =>
  [
    `Measured on ${new Date().toISOString().slice(0, 10)}: ${browser}, Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model}`,
    `(load ${loadavg()[0]?.toFixed(1)}). CPU ÷ ${slowdown}, ${megabits.down} Mbit/s down, ${megabits.up} up, ${latency} ms; ${rounds} rounds, contenders in turn`,
    'within each, after one that is not counted. Medians, in brackets the middle half, then the ratio to the bare form.',
  ].join('\n');

/** @param {readonly Row[]} rows the bare form first @returns {string} as Markdown, with notes */
const tableOf = (rows) => {
  const lines = rows.map(({ contender, spread }) => {
    const of = (/** @type {string} */ name) => spread[name]?.median ?? NaN;
    const timed = (/** @type {string} */ name) => {
      const { median = NaN, low = NaN, high = NaN } = spread[name] ?? {};
      const ratio = median / (rows[0]?.spread[name]?.median ?? NaN);
      return `${median.toFixed(0)} (${low.toFixed(0)}–${high.toFixed(0)}) | ${ratio.toFixed(2)}`;
    };
    const kilobytes = ['script', 'bytes'].map((name) => (of(name) / 1000).toFixed(1));
    const counts = ['requests', 'blocking'].map((name) => of(name).toFixed(0));
    return `| ${[contender.name, timed('typing'), timed('submit'), ...kilobytes, ...counts].join(' | ')} |`;
  });
  const notes = rows.flatMap(({ contender: { name, note } }) => (note === undefined ? [] : [`- ${name}: ${note}.`]));
  const head = '| | typing works, ms | × | submit works, ms | × | script KB | all KB | requests | blocking ms |';
  return [head, `|---|${'---:|'.repeat(8)}`, ...lines, '', ...notes].join('\n');
};

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '9' } } });
const rounds = Number(values.rounds);
const [port = 0] = await freePorts([4620]);
/** Where the portal and the scripts are. */
const home = `http://localhost:${port}`;
// The build and the portal contain both names of the server.
const settings = { PUBLIC_URL: home, VITE_DEMO_ORIGIN: `http://127.0.0.1:${port}` };
Object.assign(process.env, settings);
const all = contenders(home);

await build();
const portal = await startPortal({ settings });
const server = await serve({ port, portalPort: Number(ports.PORT), contenders: all });
const browser = await openBrowser();
try {
  const visits = all.map((contender) => {
    /** @type {import('./visit.mjs').Figures[]} */
    const figures = [];
    return { contender, figures };
  });
  // The first round is a warm-up.
  for (let round = 0; round <= rounds; round += 1) {
    console.log(round === 0 ? 'Warming up …' : `Round ${round} of ${rounds} …`);
    for (const { contender, figures } of visits) {
      const seen = await visit({ browser, server, contender });
      if (round > 0) figures.push(seen);
    }
  }
  const rows = visits.map(({ contender, figures }) => ({ contender, spread: spreadOf(figures) }));
  const { product } = await browser.send('Browser.getVersion');
  const text = [machine(rounds, product), tableOf(rows)].join('\n\n');
  console.log(`\n${text}`);
  if (rounds >= 9) keepSection({ mark: 'bench', heading: 'Signing in', text });
} finally {
  browser.close();
  await server.close();
  await portal.stop();
}
