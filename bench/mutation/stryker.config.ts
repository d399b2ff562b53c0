/**
 * The settings of StrykerJS, and its runner for a sample. measure.ts passes the files, MUTATION_REPORTS, and
 * MUTATION_SHARE for a sample.
 */
import { fileURLToPath } from 'node:url';
import { isSampled } from '../figures.ts';

const reports = process.env['MUTATION_REPORTS'];
const share = Number(process.env['MUTATION_SHARE'] ?? 1);
const plugin = '@stryker-mutator/vitest-runner';

export default {
  testRunner: share > 1 ? 'sampled' : 'vitest',
  plugins: [share > 1 ? fileURLToPath(import.meta.url) : plugin],
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

type MutantRun = { activeMutant: { id: string } };
type TestRunner = { mutantRun(run: MutantRun): Promise<object> };
type Factory = { (injector: { injectFunction(factory: Factory): TestRunner }): TestRunner; inject: readonly string[] };
type Plugins = { strykerPlugins: [{ kind: string; factory: Factory }]; strykerValidationSchema: object };

// Not a static import, because the compiler must work before the packages of this folder are installed.
const { strykerPlugins: known, strykerValidationSchema }: Plugins = await import(import.meta.resolve(plugin));
const [vitest] = known;

/** A runner that tries one change in MUTATION_SHARE. It reports an error for others, which no score counts. */
const factory: Factory = (injector) => {
  const runner = injector.injectFunction(vitest.factory);
  const mutantRun = runner.mutantRun.bind(runner);
  runner.mutantRun = async (run) =>
    isSampled(run.activeMutant.id, share) ? mutantRun(run) : { status: 'error', errorMessage: 'not in the sample' };
  return runner;
};
factory.inject = ['$injector'];

export { strykerValidationSchema };
export const strykerPlugins = [{ kind: vitest.kind, name: 'sampled', factory }];
