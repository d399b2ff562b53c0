/**
 * `npm test [-- --all]`: installs what the tests need, then runs the gates on the pinned Node; with `--all` those too that
 * only `npm run test:all` has.
 * Plain JavaScript without packages: it runs before anything is installed, on any Node from 20 on.
 */
import { ensureInstalled, pinnedNode } from './install.mjs';
import { main, run } from './processes.mjs';

await main(async () => {
  await ensureInstalled();
  return run(pinnedNode, ['scripts/check.mjs', ...process.argv.slice(2)]);
});
