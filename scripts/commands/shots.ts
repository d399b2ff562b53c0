/** `npm run shots [-- name …]`: starts a portal and takes screenshots of every page and state into `shots/`. */
import { ensureBrowser } from '../test-tools/requirements.mjs';
import { pinnedNode } from '../setup/install.mjs';
import { main, run } from '../setup/processes.mjs';
import { testEnvironment } from '../test-tools/test-environment.ts';

await main(async () => {
  const env = { ...(await testEnvironment(process.env)), CHROME_PATH: ensureBrowser() };
  return run(pinnedNode, ['e2e/shots/shots.ts', ...process.argv.slice(2)], { env });
});
