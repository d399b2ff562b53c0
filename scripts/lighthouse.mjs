/** `npm run lighthouse [-- --runs 3]`: starts a portal and measures every public page; see bench/lighthouse/README.md. */
import { ensureBrowser } from './browser.mjs';
import { ensureInstalled, ensureOwnPackages, pinnedNode } from './install.mjs';
import { main, run } from './processes.mjs';
import { testEnvironment } from './test-environment.mjs';

const home = 'bench/lighthouse';

await main(async () => {
  await ensureInstalled();
  await ensureOwnPackages(home);
  const env = { ...(await testEnvironment(process.env)), CHROME_PATH: ensureBrowser() };
  return run(pinnedNode, [`${home}/measure.mjs`, ...process.argv.slice(2)], { env });
});
