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
import { defaultReporter } from '@web/test-runner';
import { chromeLauncher } from '@web/test-runner-chrome';
import { puppeteerLauncher } from '@web/test-runner-puppeteer';
import { controlDelivery } from './elements/testing/delivery.mjs';
import { readRelease } from './elements/build/release.ts';
import { portalStub } from './elements/testing/portal-stub.mjs';
import { screenshots } from './elements/testing/screenshots.mjs';
import { browserArguments, ensureBrowser } from './scripts/test-tools/browser.mjs';
import { findProgram } from './scripts/test-tools/requirements.mjs';
import { browserReporter } from './scripts/checks/report.mjs';
import { webkitLauncher } from './scripts/test-tools/webkit-launcher.mjs';

const build = process.env['BUILD_FOLDER'] ?? 'dist';
const port = Number(process.env['DEMO_PORT'] || 4174);
const release = readRelease(join(build, 'elements')).version;

/**
 * Partners load the script from another origin, so the portal sends it with CORS and CORP open (security.md, E7).
 * @type {import('@web/test-runner').Middleware}
 */
const serveBuiltElements = (context, next) => {
  context.set('Access-Control-Allow-Origin', '*');
  context.set('Cross-Origin-Resource-Policy', 'cross-origin');
  // A release has its own address, too.
  context.url = context.url.replace(new RegExp(`^/elements/${release}/`), '/elements/');
  if (context.path.startsWith('/elements/') && existsSync(join(build, context.path))) {
    context.url = `/${build}${context.url}`;
  }
  return next();
};

const chromium = () =>
  chromeLauncher({
    launchOptions: { executablePath: ensureBrowser(), args: browserArguments, headless: true },
    concurrency: 2,
    // A page in the background renders no frames, so each page has its own window. After a test that opens a window, the
    // next page would not have the focus, and its fields would not match `:focus`.
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

/** @type {Record<string, () => import('@web/test-runner').BrowserLauncher>} */
const launchers = { chromium, firefox: gecko, webkit: webkitLauncher };
const launcherOf = (/** @type {string} */ name) => {
  const launcher = launchers[name];
  if (launcher === undefined)
    throw new Error(`There is no engine ${name}. The engines: ${Object.keys(launchers).join(', ')}.`);
  return launcher();
};
const { ENGINE: engine = 'chromium', BROWSER_TESTS: lists } = process.env;

/**
 * BROWSER_TESTS lists the files of each engine, and one that is not installed is left out. Without it, ENGINE names the engine that runs the files of the
 * command line.
 */
const filesAndEngines = () => {
  if (lists === undefined) return { files: ['{src,elements}/**/*.browser.test.ts'], browsers: [launcherOf(engine)] };
  /** @type {Record<string, string[]>} */
  const filesOf = JSON.parse(lists);
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
    /** @type {typeof plugin.transform} */
    transform: (context) => (context.path.endsWith('/release.json') ? undefined : transform?.(context)),
  });
};

/** @type {import('@web/test-runner').TestRunnerConfig} */
export default {
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
