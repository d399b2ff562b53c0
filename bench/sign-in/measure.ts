/** Measures how soon people can sign in: every contender in turn, in each round, in one browser with an empty cache. */
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import type { Protocol } from 'puppeteer-core';
import { build } from '../../e2e/support/build.ts';
import { startPortal } from '../../e2e/support/portal.ts';
import { ports } from '../../e2e/support/settings.ts';
import { freePorts } from '../../scripts/test-tools/ports.ts';
import { keepSection, type Spread, spreadOf } from '../figures.ts';
import { type Contender, serveContenders } from './server.ts';
import { type Figures, latency, megabits, openBrowser, slowdown, visit } from './visit.ts';

const bareForm = `<form method="post" action="/bare/sign-in">
  <label>E-mail <input type="email" name="email" autocomplete="username" required></label>
  <label>Password <input type="password" name="password" autocomplete="current-password" required></label>
  <button>Sign in</button></form>`;
const bare = { signIn: '/bare/sign-in' };
const ours = { signIn: '/Client/LoginWithEmailAddress' };

const pageWith = ({ head = '', body = '' }): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Sign in</title><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">
${head}</head>
<body>
${body}
</body>
</html>
`;

/** Returns what is measured, in the order of the table. All are compared with the first. */
const contendersOf = (portal: string): Contender[] => [
  { name: 'Bare HTML form', ...bare, path: '/bare.html', html: pageWith({ body: bareForm }) },
  {
    name: 'Bare HTML form, by a script',
    ...bare,
    path: '/scripted.html',
    html: pageWith({ head: `<script defer src="${portal}/scripted.html.js"></script>` }),
    script: `document.body.innerHTML = ${JSON.stringify(bareForm)}`,
    note: 'the least that any script tag costs',
  },
  {
    name: 'Ours, script tag',
    ...ours,
    path: '/ours.html',
    html: pageWith({
      head: `<script type="module" src="${portal}/elements/loader.js"></script>`,
      body: '<maths-sign-in origin="demo" lang="en"></maths-sign-in>',
    }),
  },
  {
    name: 'Our own /signin',
    ...ours,
    path: '/signin?lang=en',
    note: 'a whole page of the portal, with its fonts and pictures',
  },
];

type Row = { contender: Contender; spread: Record<string, Spread> };

/** Returns when, where and how it was measured. */
const machine = (rounds: number, browser: string): string =>
  [
    `Measured on ${new Date().toISOString().slice(0, 10)}: ${browser}, Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model}`,
    `(load ${loadavg()[0]?.toFixed(1)}). CPU ÷ ${slowdown}, ${megabits.down} Mbit/s down, ${megabits.up} up, ${latency} ms; ${rounds} rounds, contenders in turn`,
    'within each, after one that is not counted. Medians, in brackets the middle half, then the ratio to the bare form.',
  ].join('\n');

/** Returns the table, with notes. */
const tableOf = (rows: readonly Row[]): string => {
  const lines = rows.map(({ contender, spread }) => {
    const of = (name: string) => spread[name]?.median ?? NaN;
    const timed = (name: string) => {
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
const contenders = contendersOf(home);

await build();
const portal = await startPortal({ settings });
const server = await serveContenders(port, Number(ports.PORT), contenders);
const browser = await openBrowser();
try {
  const visits = contenders.map((contender): { contender: Contender; figures: Figures[] } => ({
    contender,
    figures: [],
  }));
  // The first round is a warm-up.
  for (let round = 0; round <= rounds; round += 1) {
    console.log(round === 0 ? 'Warming up …' : `Round ${round} of ${rounds} …`);
    for (const { contender, figures } of visits) {
      const seen = await visit({ browser, server, contender });
      if (round > 0) figures.push(seen);
    }
  }
  const rows = visits.map(({ contender, figures }) => ({ contender, spread: spreadOf(figures) }));
  const { product } = await browser.send<Protocol.Browser.GetVersionResponse>('Browser.getVersion');
  const text = [machine(rounds, product), tableOf(rows)].join('\n\n');
  console.log(`\n${text}`);
  if (rounds >= 9) keepSection({ mark: 'bench', heading: 'Signing in', text });
} finally {
  await browser.close();
  await server.close();
  await portal.stop();
}
