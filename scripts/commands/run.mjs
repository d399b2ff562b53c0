/** `run.mjs <file> [arguments]`: runs a file on the pinned Node. It needs no package and Node 20 before `npm ci`. */
import { ensureInstalled, pinnedNode } from '../setup/install.mjs';
import { attached, main, run } from '../setup/processes.mjs';

await main(async () => {
  await ensureInstalled();
  return run(pinnedNode, process.argv.slice(2), { stdio: attached });
});
