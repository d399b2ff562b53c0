/**
 * `npm run restore -- --list|--from <snapshot>`: replaces the embedded database by one of its snapshots. The command line
 * is passed to `backend/restore-command.ts`.
 */
import { ensureInstalled, pinnedNode } from './install.mjs';
import { main, run } from './processes.mjs';

await main(async () => {
  await ensureInstalled();
  return run(pinnedNode, ['backend/restore-command.ts', ...process.argv.slice(2)]);
});
