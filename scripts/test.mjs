/**
 * `npm test`: installs what the tests need, then runs every gate on the pinned Node.
 * Plain JavaScript without packages: it runs before anything is installed, on any Node from 20 on.
 */
import { ensureInstalled, pinnedNode } from './install.mjs';
import { main, run } from './processes.mjs';

await main(async () => {
  await ensureInstalled();
  return run(pinnedNode, ['scripts/check.mjs', ...process.argv.slice(2)]);
});
