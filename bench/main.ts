/** `npm run bench -- <name> [options]`: runs a benchmark (README.md) with its own packages on the pinned Node. */
import { ensureOwnPackages } from '../scripts/setup/install.mjs';
import { main, runNode, UserError } from '../scripts/setup/processes.mjs';
import { testEnvironment } from '../scripts/test-tools/test-environment.ts';

/** The file of each benchmark, by its name. */
const benchmarks = new Map([
  ['sign-in', 'sign-in/measure.ts'],
  ['lighthouse', 'lighthouse/measure.ts'],
  ['server', 'server/compare.ts'],
  ['mutation', 'mutation/measure.ts'],
]);

await main(async () => {
  const [name = '', ...options] = process.argv.slice(2);
  const file = benchmarks.get(name);
  if (file === undefined) {
    throw new UserError(
      `Name a benchmark, as in: npm run bench -- sign-in. There are ${[...benchmarks.keys()].join(', ')}.`,
    );
  }
  await ensureOwnPackages('bench');
  const env = { ...(await testEnvironment(process.env)), BUILD_FOLDER: `dist-bench-${name}` };
  return runNode([`bench/${file}`, ...options], { env });
});
