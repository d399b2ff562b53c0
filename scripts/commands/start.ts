/** `npm start`: builds what is missing, and becomes the server. */
import { buildSettings } from '../build/build-settings.ts';
import { isBuilt } from '../build/fingerprint.ts';
import { attached, main, runNode } from '../setup/processes.mjs';

await main(async () => {
  const { mode, variables } = buildSettings(process.env);
  const env = { ...process.env, ...variables, APP_MODE: mode };
  if (!isBuilt(env)) {
    const wrong = await runNode(['backend/config/load-config.ts'], { env });
    if (wrong !== 0) return wrong;
    console.log('Building the elements and the pages, which takes about a minute …');
    const failed = await runNode(['scripts/commands/build.ts'], { env });
    if (failed !== 0) return failed;
  }
  console.log('Starting the server …');
  return runNode(['backend/main.ts'], { env, stdio: attached });
});
