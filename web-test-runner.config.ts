/**
 * Browser tests run against the built files; only the test itself goes through esbuild.
 *
 * One server answers under two names that browsers take for two sites: the tests' page is `http://127.0.0.1:<port>`,
 * which the build knows as the partner `demo`, and `http://localhost:<port>` plays the portal. Both serve
 * `/elements/*` from the build and everything else, fixtures included, from the repository's root.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { esbuildPlugin } from '@web/dev-server-esbuild';
import { type BrowserLauncher, defaultReporter, type TestRunnerConfig, type TestRunnerPlugin } from '@web/test-runner';
import { chromeLauncher } from '@web/test-runner-chrome';
import { puppeteerLauncher } from '@web/test-runner-puppeteer';
import { readRelease } from './elements/build/manifest.ts';
import { portalStub } from './elements/testing/portal-stub.ts';
import { browserArguments, ensureBrowser, findProgram } from './scripts/test-tools/requirements.ts';
import { browserReporter } from './scripts/checks/report.ts';
import { webkitLauncher } from './scripts/test-tools/webkit.ts';

const build = process.env['BUILD_FOLDER'] ?? 'dist';
const port = Number(process.env['DEMO_PORT'] || 4174);
const release = readRelease(join(build, 'elements')).version;

type Middleware = NonNullable<TestRunnerConfig['middleware']>[number];

/** Partners load the script from another origin, so the portal sends it with CORS and CORP open (security.md, E7). */
const serveBuiltElements: Middleware = (context, next) => {
  context.set('Access-Control-Allow-Origin', '*');
  context.set('Cross-Origin-Resource-Policy', 'cross-origin');
  // A release has its own address, too.
  context.url = context.url.replace(new RegExp(`^/elements/${release}/`), '/elements/');
  if (context.path.startsWith('/elements/') && existsSync(join(build, context.path))) {
    context.url = `/${build}${context.url}`;
  }
  return next();
};

/** A test file's pages request the portal's files below `/elements/page-<owner>/<unique>/`. */
const controlledPath = /^\/elements\/page-([\w-]+)\/[\w-]+\//;

/**
 * Returns middleware that lets a test file delay files of the portal for its pages, or break their delivery:
 * `/delivery?owner=<the file's id>&files=<part of a name>&as=delayed|broken|normal`. Delayed requests continue when the
 * state changes to `normal`. It simulates network faults only, because Firefox caches a response with an error status.
 */
const controlDelivery = (): Middleware => {
  let states: { owner: string; files: string; as: string }[] = [];
  const waiting = new Set<() => void>();
  const stateOf = (asking: string | undefined, path: string): string =>
    states.find(({ owner, files }) => owner === asking && path.includes(files))?.as ?? 'normal';
  return async (context, next) => {
    if (context.path === '/delivery') {
      const { owner, files, as } = context.query;
      const others = states.filter((state) => state.owner !== owner || state.files !== files);
      states = as === 'normal' ? others : [...others, { owner: String(owner), files: String(files), as: String(as) }];
      for (const goOn of waiting) goOn();
      waiting.clear();
      context.body = '';
      return undefined;
    }
    const owner = controlledPath.exec(context.path)?.[1];
    context.url = context.url.replace(controlledPath, '/elements/');
    while (stateOf(owner, context.path) === 'delayed') {
      await new Promise((resolve) => waiting.add(() => resolve(undefined)));
    }
    if (stateOf(owner, context.path) !== 'broken') return next();
    context.respond = false;
    context.req.socket.destroy();
    return undefined;
  };
};

/**
 * Gives the tests real pixels: `executeServerCommand('screenshot', { x, y, width, height })` answers with the picture
 * of that part of the page as base64 text. Only for Chromium.
 */
const screenshots = (): TestRunnerPlugin => ({
  name: 'screenshots',
  async executeCommand({ command, payload, session }) {
    if (command !== 'screenshot') return undefined;
    const { browser } = session;
    if (!('getPage' in browser) || typeof browser.getPage !== 'function') return undefined;
    const page = browser.getPage(session.id);
    return { picture: await page.screenshot({ clip: payload, encoding: 'base64', captureBeyondViewport: false }) };
  },
});

const chromium = () =>
  chromeLauncher({
    launchOptions: { executablePath: ensureBrowser(), args: browserArguments, headless: true },
    concurrency: 2,
    // A page in the background renders no frames, so each page has its own window. After a test that opens a window,
    // the next page would not have the focus, and its fields would not match `:focus`.
    createPage: async ({ browser }) => {
      const page = await (await browser.createBrowserContext()).newPage();
      await (await page.createCDPSession()).send('Emulation.setFocusEmulationEnabled', { enabled: true });
      return page;
    },
  });

const gecko = () =>
  puppeteerLauncher({
    launchOptions: { browser: 'firefox', executablePath: findProgram('firefox') ?? 'firefox', headless: true },
  });

const launchers: Record<string, () => BrowserLauncher> = { chromium, firefox: gecko, webkit: webkitLauncher };
const launcherOf = (name: string): BrowserLauncher => {
  const launcher = launchers[name];
  if (launcher === undefined)
    throw new Error(`There is no engine ${name}. The engines: ${Object.keys(launchers).join(', ')}.`);
  return launcher();
};
const { ENGINE: engine = 'chromium', BROWSER_TESTS: lists } = process.env;

/**
 * BROWSER_TESTS lists the files of each engine, and one that is not installed is left out. Without it, ENGINE names the
 * engine that runs the files of the command line.
 */
const filesAndEngines = () => {
  if (lists === undefined) return { files: ['{src,elements}/**/*.browser.test.ts'], browsers: [launcherOf(engine)] };
  const filesOf: Record<string, string[]> = JSON.parse(lists);
  const installed = Object.entries(filesOf).filter(
    ([name]) => findProgram(name === 'firefox' || name === 'webkit' ? name : 'browser') !== undefined,
  );
  const groups = installed.map(([name, files]) => ({ name, files, browsers: [launcherOf(name)] }));
  return { groups, browsers: groups.flatMap(({ browsers }) => browsers) };
};

/** Tests import JSON files as modules; the loader reads this one as JSON. */
const sources = () => {
  const plugin = esbuildPlugin({ ts: true, json: true, target: 'esnext' });
  const transform = plugin.transform?.bind(plugin);
  return Object.assign(plugin, {
    transform: (context: Parameters<NonNullable<typeof transform>>[0]) =>
      context.path.endsWith('/release.json') ? undefined : transform?.(context),
  });
};

const config: TestRunnerConfig = {
  ...filesAndEngines(),
  hostname: '127.0.0.1',
  port,
  nodeResolve: true,
  plugins: [sources(), screenshots()],
  middleware: [controlDelivery(), serveBuiltElements, portalStub(`http://localhost:${port}`)],
  concurrentBrowsers: Object.keys(launchers).length,
  // In Firefox and WebKit, the pages share a window, and a page in the background renders no frames.
  concurrency: 1,
  testsFinishTimeout: 180_000,
  testFramework: { config: { timeout: '20000' } },
  reporters: [defaultReporter({ reportTestProgress: process.stdout.isTTY === true }), browserReporter()],
};

export default config;
