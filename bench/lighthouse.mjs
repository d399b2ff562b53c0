/** `npm run lighthouse [-- --runs 3]`: starts a portal and measures every public page; see bench/lighthouse/README.md. */
import { ensureBrowser } from '../scripts/test-tools/browser.mjs';
import { ensureInstalled, ensureOwnPackages, pinnedNode } from '../scripts/setup/install.mjs';
import { main, run } from '../scripts/setup/processes.mjs';
import { testEnvironment } from '../scripts/test-tools/test-environment.mjs';

const home = 'bench/lighthouse';

await main(async () => {
  await ensureInstalled();
  await ensureOwnPackages(home);
  const env = { ...(await testEnvironment(process.env)), CHROME_PATH: ensureBrowser('fullBrowser') };
  return run(pinnedNode, [`${home}/measure.mjs`, ...process.argv.slice(2)], { env });
});
