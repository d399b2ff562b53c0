/**
 * `npm run demo:class`: signs a class up at the portal that runs on this machine, lets it play some weeks and says where
 * to see it. The rest of the command line goes on to `backend/emulators/game/command.ts`.
 */
import { ensureInstalled, pinnedNode } from './install.mjs';
import { main, run } from './processes.mjs';

await main(async () => {
  await ensureInstalled();
  return run(pinnedNode, ['backend/emulators/game/main.ts', ...process.argv.slice(2)]);
});
