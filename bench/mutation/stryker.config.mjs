/** The settings of StrykerJS. measure.mjs passes the files, MUTATION_REPORTS, and MUTATION_SHARE for a sample. */
import { fileURLToPath } from 'node:url';

const reports = process.env['MUTATION_REPORTS'];
const sampled = process.env['MUTATION_SHARE'] !== undefined;

export default {
  testRunner: sampled ? 'sampled' : 'vitest',
  plugins: [sampled ? fileURLToPath(new URL('sampled-runner.mjs', import.meta.url)) : '@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'bench/mutation/vitest.config.ts', pool: 'forks', related: false },
  // Stryker rewrites paths in tsconfig.json with an API that TypeScript 7 does not have. Our paths need no change.
  tsconfigFile: 'none',
  concurrency: 2,
  // What runs only while a file is loaded needs every test for each change, which takes most of the time.
  ignoreStatic: true,
  mutator: {
    // The compiler rejects most of these faults, and a sentence in a log may have any words.
    excludedMutations: ['ArrayDeclaration', 'ObjectLiteral', 'StringLiteral', 'Regex'],
  },
  reporters: ['progress-append-only', 'json', 'html'],
  jsonReporter: { fileName: `${reports}/report.json` },
  htmlReporter: { fileName: `${reports}/report.html` },
  // A repeated run tries only what changed: files, their tests, and the mutants that survived.
  incremental: true,
  incrementalFile: `${reports}/incremental.json`,
  tempDirName: `${reports}/sandbox`,
  cleanTempDir: 'always',
  ignorePatterns: ['.cache', '.data', 'dist*', 'shots'],
  // A busy machine must not count as an endless loop. A test that never ends fails after its own, shorter time limit.
  timeoutMS: 600_000,
  dryRunTimeoutMinutes: 30,
};
