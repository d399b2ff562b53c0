/** `npm run test:file -- <file> [options]`: runs one file with what it needs. Vitest takes `-t "part of a title"`. */
import { existsSync } from 'node:fs';
import { buildSettings } from '../build/build-settings.mjs';
import { isBuilt } from '../build/fingerprint.mjs';
import { pinnedNode } from '../setup/install.mjs';
import { main, run, UserError } from '../setup/processes.mjs';
import { ensureBrowser } from '../test-tools/requirements.mjs';
import { testEnvironment } from '../test-tools/test-environment.ts';

await main(async () => {
  const [file = '', ...options] = process.argv.slice(2);
  const [, kind] = /\.(browser\.test|test|e2e)\.tsx?$/.exec(file) ?? [];
  if (kind === undefined || !existsSync(file)) {
    throw new UserError('Name a file of tests: npm run test:file -- src/features/sign-in/view.test.tsx');
  }
  const env = await testEnvironment(process.env);
  if (kind !== 'test') Object.assign(env, { CHROME_PATH: ensureBrowser() });
  const runNode = (...args: string[]) => run(pinnedNode, args, { env });
  // The project of vitest.config.ts whose pattern matches the file runs it.
  if (kind !== 'browser.test') return runNode('node_modules/vitest/vitest.mjs', 'run', file, ...options);
  const failed =
    (!isBuilt(env.BUILD_FOLDER, buildSettings(env)) && (await runNode('scripts/commands/build.mjs'))) ||
    (await runNode('node_modules/@web/test-runner/dist/bin.js', '--files', file, ...options));
  // The runner prints failures only.
  if (failed === 0) console.log('All tests of the file passed.');
  return failed;
});
