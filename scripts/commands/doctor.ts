/** `npm run doctor`: checks the configuration and what it names, and changes nothing. */
import { buildSettings, modeOf } from '../build/build-settings.ts';
import { main, runNode, UserError } from '../setup/processes.mjs';

/** Reads the build's settings. Reports a variable that the build rejects, and then checks the others. */
const readVariables = () => {
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
  const variables = readVariables();
  const code = await runNode(['backend/doctor/doctor.ts'], { env: { ...process.env, ...variables } });
  return variables === null ? 1 : code;
});
