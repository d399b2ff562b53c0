/** `npm run shots [-- name …]`: starts a portal and takes screenshots of every page and state into `shots/`. */
import { ensureBrowser } from '../test-tools/requirements.ts';
import { main, runNode } from '../setup/processes.mjs';
import { testEnvironment } from '../test-tools/test-environment.ts';

await main(async () => {
  const env = { ...(await testEnvironment(process.env)), CHROME_PATH: ensureBrowser() };
  return runNode(['e2e/shots/shots.ts', ...process.argv.slice(2)], { env });
});
