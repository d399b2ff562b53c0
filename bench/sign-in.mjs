/**
 * `npm run bench [-- --rounds 9 --only ours]`: measures how soon people can sign in, compared with other widgets.
 * bench/sign-in/README.md explains the method.
 */
import { ensureBrowser } from '../scripts/test-tools/browser.mjs';
import { ensureInstalled, ensureOwnPackages, pinnedNode } from '../scripts/setup/install.mjs';
import { freePorts } from '../scripts/test-tools/ports.mjs';
import { main, run } from '../scripts/setup/processes.mjs';
import { testEnvironment } from '../scripts/test-tools/test-environment.mjs';

const home = 'bench/sign-in';

await main(async () => {
  await ensureInstalled();
  await ensureOwnPackages(home);
  ensureBrowser('fullBrowser');
  const [port, portal, demo, simulator] = (await freePorts([4620, 4621, 4622, 4623])).map(String);
  const env = {
    ...(await testEnvironment(process.env)),
    BUILD_FOLDER: 'dist-bench',
    BENCH_PORT: port,
    PORT: portal,
    DEMO_PORT: demo,
    STRIPE_SIMULATOR_PORT: simulator,
    PUBLIC_URL: `http://localhost:${port}`,
    VITE_DEMO_ORIGIN: `http://127.0.0.1:${port}`,
  };
  return run(pinnedNode, [`${home}/measure.mjs`, ...process.argv.slice(2)], { env });
});
