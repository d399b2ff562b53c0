/** `npm run admin`: runs `backend/admin/main.ts` with the server's configuration. */
import { buildSettings } from '../build/build-settings.mjs';
import { ensureInstalled, pinnedNode } from '../setup/install.mjs';
import { main, run } from '../setup/processes.mjs';

await main(async () => {
  const { variables } = buildSettings(process.env);
  await ensureInstalled();
  return run(pinnedNode, ['backend/admin/main.ts', ...process.argv.slice(2)], {
    env: { ...process.env, ...variables },
  });
});
