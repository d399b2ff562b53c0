/** Measures how soon people can sign in: every contender in turn, in each round, in one browser with an empty cache. */
import { once } from 'node:events';
import { createServer, request as ask } from 'node:http';
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import type { Protocol } from 'puppeteer-core';
import { build } from '../../e2e/support/build.ts';
import { startPortal } from '../../e2e/support/portal.ts';
import { ports } from '../../e2e/support/settings.ts';
import { freePorts } from '../../scripts/test-tools/ports.ts';
import { keepSection, type Spread, spreadOf } from '../figures.ts';
import { type Figures, latency, megabits, openBrowser, slowdown, visit } from './visit.ts';

/** What is measured: a page with a form. */
export type Contender = {
  name: string;
  /** A part of the address that a submit asks. */
  signIn: string;
  /** Of its page, which is the portal's own without `html`. */
  path: string;
  html?: string;
  /** The script of that page, from another site. */
  script?: string;
  note?: string;
};

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

/**
 * Starts the HTTP/1.1 server of all contenders: their pages and scripts, compressed in advance, and a proxy to the
 * portal. It has two names: pages are at `127.0.0.1`, and the portal and scripts at `localhost`, which is another site.
 */
const serveContenders = async (port: number, portalPort: number, contenders: readonly Contender[]) => {
  const files = new Map<string, { type: string; body: Buffer }>();
  for (const { path, html, script } of contenders) {
    if (html !== undefined) files.set(path, { type: 'text/html; charset=utf-8', body: brotliCompressSync(html) });
    if (script !== undefined) files.set(`${path}.js`, { type: 'text/javascript', body: brotliCompressSync(script) });
  }
  let expected: { path: string; resolve: (arrivedAt: number) => void } | undefined;

  const server = createServer((request, response) => {
    const { url = '/', method = 'GET', headers } = request;
    if (method === 'POST' && expected !== undefined && url.includes(expected.path)) {
      expected.resolve(performance.timeOrigin + performance.now());
      return request.resume();
    }
    const file = files.get(url);
    if (file !== undefined) {
      return response
        .writeHead(200, { 'content-type': file.type, 'content-encoding': 'br', 'cache-control': 'no-cache' })
        .end(file.body);
    }
    const passed = ask({ host: '127.0.0.1', port: portalPort, path: url, method, headers });
    passed.once('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.once('error', () => response.destroy());
    return request.pipe(passed);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');

  return {
    urlOf: ({ path, html }: Contender): string =>
      `http://${html === undefined ? 'localhost' : '127.0.0.1'}:${port}${path}`,
    /** Resolves to milliseconds since 1970, with fractions. */
    awaitSignIn: ({ signIn }: Contender) =>
      new Promise<number>((resolve) => {
        expected = { path: signIn, resolve };
      }),
    forget: (): void => {
      expected = undefined;
      server.closeAllConnections();
    },
    close: async (): Promise<void> => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
export type BenchServer = Awaited<ReturnType<typeof serveContenders>>;

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
  const visits = contenders.map((contender) => ({ contender, figures: new Array<Figures>() }));
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
  if (rounds >= 9) keepSection('bench', text);
} finally {
  await browser.close();
  await server.close();
  await portal.stop();
}
