/**
 * `node scripts/commands/run.mjs <file> [arguments]`: installs the packages if they are missing or old, and runs a file on the
 * pinned Node. It is plain JavaScript without packages, because it runs before anything is installed, on Node 20 or later.
 */
import { ensureInstalled, pinnedNode } from '../setup/install.mjs';
import { main, run } from '../setup/processes.mjs';

await main(async () => {
  await ensureInstalled();
  return run(pinnedNode, process.argv.slice(2));
});
