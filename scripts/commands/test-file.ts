/** `npm run test:file -- <file> [options]`: runs one file with what it needs. Vitest takes `-t "part of a title"`. */
import { existsSync } from 'node:fs';
import { isBuilt } from '../build/fingerprint.ts';
import { browserTests } from '../checks/checks.ts';
import { main, runNode, UserError } from '../setup/processes.mjs';
import { ensureBrowser } from '../test-tools/requirements.ts';
import { testEnvironment } from '../test-tools/test-environment.ts';

await main(async () => {
  const [file = '', ...options] = process.argv.slice(2);
  const [, kind] = /\.(browser\.test|test|e2e)\.tsx?$/.exec(file) ?? [];
  if (kind === undefined || !existsSync(file)) {
    throw new UserError('Name a file of tests: npm run test:file -- src/features/sign-in/view.test.tsx');
  }
  const env = await testEnvironment(process.env);
  if (kind !== 'test') Object.assign(env, { CHROME_PATH: ensureBrowser() });
  const execute = (...args: string[]) => runNode(args, { env });
  // The project of vitest.config.ts whose pattern matches the file runs it.
  if (kind !== 'browser.test') return execute('node_modules/vitest/vitest.mjs', 'run', file, ...options);
  const failed =
    (!isBuilt(env) && (await execute('scripts/commands/build.ts'))) ||
    (await execute(...browserTests, '--files', file, ...options));
  // The runner prints failures only.
  if (failed === 0) console.log('All tests of the file passed.');
  return failed;
});
