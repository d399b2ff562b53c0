/**
 * `npm test [-- --all]`: installs what the tests need and runs the checks on the pinned Node. `--all` adds those that
 * only `npm run test:all` includes. It is plain JavaScript without packages, because it runs before anything is
 * installed, on Node 20 or later.
 */
import { ensureInstalled, pinnedNode } from './install.mjs';
import { main, run } from './processes.mjs';

await main(async () => {
  await ensureInstalled();
  return run(pinnedNode, ['scripts/check.mjs', ...process.argv.slice(2)]);
});
