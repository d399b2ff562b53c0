/**
 * `npm run demo:class`: creates a class at the portal that runs on this machine, plays some weeks and prints the address of
 * the class. Passes the other arguments to `emulators/game/command.ts`.
 */
import { ensureInstalled, pinnedNode } from './install.mjs';
import { main, run } from './processes.mjs';

await main(async () => {
  await ensureInstalled();
  return run(pinnedNode, ['emulators/game/main.ts', ...process.argv.slice(2)]);
});
