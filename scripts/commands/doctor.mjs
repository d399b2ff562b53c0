/** `npm run doctor`: checks the configuration and what it names, and changes nothing. It begins without packages. */
import { buildSettings, modeOf } from '../build/build-settings.mjs';
import { ensureInstalled, pinnedNode } from '../setup/install.mjs';
import { main, UserError, run } from '../setup/processes.mjs';

/** Reads the build's settings. Reports a variable that the build rejects, and then checks the others. */
const variables = () => {
  try {
    return buildSettings(process.env).variables;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    console.log(`✗ ${error.message}`);
    return null;
  }
};

await main(async () => {
  // Nothing else can be said about a mode that does not exist.
  modeOf(process.env);
  const settings = variables();
  await ensureInstalled();
  const code = await run(pinnedNode, ['backend/doctor/doctor.ts'], { env: { ...process.env, ...settings } });
  return settings === null ? 1 : code;
});
