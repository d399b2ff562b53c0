/** `npm run lighthouse [-- --runs 3]`: measures every public page of a portal of its own; bench/lighthouse/README.md. */
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
