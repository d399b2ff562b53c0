/**
 * `npm run doctor`: looks at the configuration in the environment and at all that it names, says in a sentence each
 * what is wrong, and changes nothing. Plain JavaScript without packages: it runs before anything is installed.
 */
import { buildSettings } from './build-settings.mjs';
import { ensureInstalled, pinnedNode } from './install.mjs';
import { main, run } from './processes.mjs';

await main(async () => {
  const settings = buildSettings(process.env);
  await ensureInstalled();
  return run(pinnedNode, ['backend/doctor/main.ts'], { env: { ...process.env, ...settings.variables } });
});
