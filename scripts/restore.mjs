/** `npm run restore -- --list | --from <snapshot>`: restores the embedded database while no server runs. */
import { buildSettings } from './build-settings.mjs';
import { ensureInstalled, pinnedNode } from './install.mjs';
import { main, run } from './processes.mjs';

await main(async () => {
  const { variables } = buildSettings(process.env);
  await ensureInstalled();
  return run(pinnedNode, ['backend/restore.ts', ...process.argv.slice(2)], { env: { ...process.env, ...variables } });
});
