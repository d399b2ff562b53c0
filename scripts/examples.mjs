/**
 * `npm run examples`: installs the package into a copy of each project of `examples`, builds it and signs in with a
 * browser. It needs the package registry.
 */
import { ensureBrowser } from './browser.mjs';
import { ensureInstalled, pinnedNode } from './install.mjs';
import { main, run } from './processes.mjs';
import { testEnvironment } from './test-environment.mjs';

await main(async () => {
  await ensureInstalled();
  const env = { ...(await testEnvironment(process.env)), CHROME_PATH: ensureBrowser() };
  const names = process.argv.slice(2).flatMap((name) => ['--testNamePattern', name]);
  return run(pinnedNode, ['node_modules/vitest/vitest.mjs', 'run', '--project', 'examples', ...names], { env });
});
