/** `npm run doctor`: checks the configuration and what it names, and changes nothing. */
import { buildSettings } from '../build/build-settings.ts';
import { main, runNode } from '../setup/processes.mjs';

await main(() =>
  runNode(['backend/doctor/doctor.ts'], { env: { ...process.env, ...buildSettings(process.env).variables } }),
);
