/**
 * `npm run restore` and `npm run admin`: runs a command of the backend with the server's configuration, on the pinned
 * Node. The first argument is its file.
 */
import { buildSettings } from './build-settings.mjs';
import { ensureInstalled, pinnedNode } from './install.mjs';
import { main, run } from './processes.mjs';

await main(async () => {
  const { variables } = buildSettings(process.env);
  await ensureInstalled();
  return run(pinnedNode, process.argv.slice(2), { env: { ...process.env, ...variables } });
});
