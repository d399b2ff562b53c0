/** `npm start`: installs and builds what is missing, and becomes the server. It runs without packages, on Node 20. */
import { buildSettings } from '../build/build-settings.mjs';
import { isBuilt } from '../build/fingerprint.mjs';
import { ensureInstalled, pinnedNode } from '../setup/install.mjs';
import { attached, main, run } from '../setup/processes.mjs';

await main(async () => {
  const settings = buildSettings(process.env);
  await ensureInstalled();
  const env = { ...process.env, ...settings.variables, APP_MODE: settings.mode };
  // The folder into which the build writes, and from which the server serves.
  if (!isBuilt(process.env['BUILD_FOLDER'] || 'dist', settings)) {
    const wrong = await run(pinnedNode, ['backend/config/load-config.ts'], { env });
    if (wrong !== 0) return wrong;
    console.log('Building the elements and the pages, which takes about a minute …');
    const code = await run(pinnedNode, ['scripts/commands/build.mjs']);
    if (code !== 0) return code;
  }
  console.log('Starting the server …');
  return run(pinnedNode, ['backend/main.ts'], { env, stdio: attached });
});
