/**
 * `npm run doctor`: looks at the configuration in the environment and at all that it names, says in a sentence each
 * what is wrong, and changes nothing. Plain JavaScript without packages: it runs before anything is installed.
 */
import { buildSettings } from './build-settings.mjs';
import { ensureInstalled, pinnedNode } from './install.mjs';
import { main, Refusal, run } from './processes.mjs';

/** Reads the build's settings. Reports a variable that the build refuses, and then checks the others. */
const variables = () => {
  try {
    return buildSettings(process.env).variables;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    console.log(`✗ ${error.message}`);
    return null;
  }
};

await main(async () => {
  const settings = variables();
  await ensureInstalled();
  const code = await run(pinnedNode, ['backend/doctor/main.ts'], { env: { ...process.env, ...settings } });
  return settings === null ? 1 : code;
});
