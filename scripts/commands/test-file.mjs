/**
 * `npm run test:file -- <file> [options]`: runs the tests of one file, with what they need: the build for a browser, the
 * portal for an end-to-end test. Options go to the runner: `-t "part of a title"` for vitest. ENGINE=firefox chooses a
 * browser.
 */
import { existsSync } from 'node:fs';
import { buildSettings } from '../build/build-settings.mjs';
import { isBuilt } from '../build/fingerprint.mjs';
import { pinnedNode } from '../setup/install.mjs';
import { main, run, UserError } from '../setup/processes.mjs';
import { ensureBrowser } from '../test-tools/browser.mjs';
import { testEnvironment, kindOf } from '../test-tools/test-environment.mjs';

await main(async () => {
  const [file = '', ...options] = process.argv.slice(2);
  const kind = existsSync(file) ? kindOf(file) : undefined;
  if (kind === undefined) {
    throw new UserError('Name a file of tests: npm run test:file -- src/features/sign-in/view.test.tsx');
  }
  const env = await testEnvironment(process.env);
  if (kind === 'e2e' || kind === 'browser') Object.assign(env, { CHROME_PATH: ensureBrowser() });
  if (kind !== 'browser') {
    return run(pinnedNode, ['node_modules/vitest/vitest.mjs', 'run', '--project', kind, file, ...options], { env });
  }
  if (!isBuilt(env.BUILD_FOLDER, buildSettings(env))) {
    const failed = await run(pinnedNode, ['scripts/commands/build.mjs'], { env });
    if (failed !== 0) return failed;
  }
  const failed = await run(pinnedNode, ['node_modules/@web/test-runner/dist/bin.js', '--files', file, ...options], {
    env,
  });
  // The runner prints failures only.
  if (failed === 0) console.log('All tests of the file passed.');
  return failed;
});
