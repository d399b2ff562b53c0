/** `npm run dev`: serves the portal and the demo partner from their sources. It needs no package before `npm ci`. */
import { buildSettings } from '../build/build-settings.mjs';
import { ensureInstalled, pinnedNode } from '../setup/install.mjs';
import { attached, main, run } from '../setup/processes.mjs';

await main(async () => {
  const settings = buildSettings({ ...process.env, APP_MODE: 'development' });
  await ensureInstalled();
  const env = { ...process.env, ...settings.variables, APP_MODE: 'development', NODE_ENV: 'development' };
  return run(pinnedNode, ['scripts/dev/dev-server.mjs'], { env, stdio: attached });
});
