/** `npm run shots [-- name …]`: starts a portal and takes screenshots of every page and state into `shots/`. */
import { ensureBrowser } from './browser.mjs';
import { ensureInstalled, pinnedNode } from './install.mjs';
import { main, run } from './processes.mjs';
import { testEnvironment } from './test-environment.mjs';

await main(async () => {
  await ensureInstalled();
  const env = { ...(await testEnvironment(process.env)), CHROME_PATH: ensureBrowser() };
  return run(pinnedNode, ['e2e/shots/shots.ts', ...process.argv.slice(2)], { env });
});
