/** `npm run lighthouse [-- --runs 3]`: measures every public page of a portal of its own; bench/lighthouse/README.md. */
import { existsSync } from 'node:fs';
import { ensureBrowser } from './browser.mjs';
import { ensureInstalled, pinnedNode } from './install.mjs';
import { main, Refusal, run } from './processes.mjs';
import { testEnvironment } from './test-environment.mjs';

const home = 'bench/lighthouse';

/** An own package: nobody who installs the product gets these hundred packages. */
const ensureLighthouse = async () => {
  if (existsSync(`${home}/node_modules/.package-lock.json`)) return;
  const code = await run('npm', ['ci', '--prefix', home, '--loglevel=error'], { shell: process.platform === 'win32' });
  if (code !== 0) throw new Refusal(`Lighthouse could not be installed; npm's own words are above.`);
};

await main(async () => {
  await ensureInstalled();
  await ensureLighthouse();
  const env = { ...(await testEnvironment(process.env)), CHROME_PATH: ensureBrowser() };
  return run(pinnedNode, [`${home}/measure.mjs`, ...process.argv.slice(2)], { env });
});
