import { globSync } from 'node:fs';
import type { RequirementName } from '../test-tools/requirements.ts';

/**
 * One check. `npm test` runs those without `onlyAll`, `npm run test:all` runs all of them, in the order of the list.
 */
export type Check = {
  name: string;
  command: readonly string[];
  /** What the machine must have; without it the check is left out. */
  needs?: readonly RequirementName[];
  /** What the check also uses. One that names `postgres` gets a server, and runs on PGlite without one. */
  prefers?: readonly RequirementName[];
  /** The check reads the files that `build` wrote. */
  built?: boolean;
  env?: Readonly<Record<string, string>>;
  onlyAll?: boolean;
};

const bin = (file: string): string => `node_modules/${file}`;
const vitest = (...args: string[]): string[] => [bin('vitest/vitest.mjs'), 'run', ...args];

/** Runs the browser tests of the environment (web-test-runner.config.ts). */
export const browserTests: readonly string[] = [
  bin('@web/test-runner/dist/bin.js'),
  '--config',
  'web-test-runner.config.ts',
];

/** Returns the check that runs the project of vitest.config.ts with the same name. */
const project = (name: string, more: Omit<Check, 'name' | 'command'> = {}): Check => ({
  name,
  command: vitest('--project', name),
  ...more,
});

const engines = ['chromium', 'firefox', 'webkit'] as const;
type Engine = (typeof engines)[number];
const browserFiles = globSync('{src,elements}/**/*.browser.test.ts')
  .map((file) => file.replaceAll('\\', '/'))
  .sort();
/** What `npm test` runs in the other engines, too. */
const inEachEngine = browserFiles.filter((file) => file.startsWith('src/bridge/'));
const onlyLong = browserFiles.filter((file) => !inEachEngine.includes(file));

/** Returns whether a file runs in an engine. A name such as `sign-in.chromium.browser.test.ts` lists the only ones. */
const isFor = (engine: Engine, file: string): boolean =>
  /\.([a-z-]+)\.browser\.test\.ts$/.exec(file)?.[1]?.split('-').includes(engine) !== false;

/** Returns a check that runs browser tests in these engines. */
const browserCheck = (
  name: string,
  files: Partial<Record<Engine, readonly string[]>>,
  more: Omit<Check, 'name' | 'command' | 'env' | 'built'>,
): Check => {
  const lists = engines.flatMap((engine) =>
    files[engine] ? [[engine, files[engine].filter((file) => isFor(engine, file))] as const] : [],
  );
  const env = { BROWSER_TESTS: JSON.stringify(Object.fromEntries(lists)) };
  return { name, command: browserTests, env, built: true, ...more };
};

export const checks: readonly Check[] = [
  { name: 'format', command: [bin('@biomejs/biome/bin/biome'), 'format', '.'] },
  { name: 'lint', command: [bin('oxlint/bin/oxlint'), '--deny-warnings'] },
  { name: 'types', command: ['scripts/checks/types.ts'] },
  {
    name: 'layers',
    command: [
      bin('dependency-cruiser/bin/dependency-cruiser.mjs'),
      ...'src elements host-site demo locales backend emulators e2e scripts'.split(' '),
    ],
  },
  { name: 'unused', command: [bin('knip/bin/knip.js')] },
  { name: 'markdown', command: [bin('markdownlint-cli2/markdownlint-cli2-bin.mjs')] },
  {
    name: 'spelling',
    command: [bin('cspell/bin.mjs'), 'lint', '--no-progress', '--no-summary', '**/*.{md,ts,tsx,mjs,cjs,css}'],
  },
  project('unit'),
  project('dom'),
  project('backend', { prefers: ['postgres'] }),
  { name: 'build', command: ['scripts/commands/build.ts'] },
  project('built', { built: true, needs: ['browser'] }),
  browserCheck(
    'browser',
    { chromium: browserFiles, firefox: inEachEngine, webkit: inEachEngine },
    { needs: ['browser'], prefers: ['firefox', 'webkit'] },
  ),
  project('e2e', { needs: ['browser'], prefers: ['font', 'firefox', 'webkit'] }),
  project('e2e-long', { needs: ['browser'], prefers: ['font', 'firefox', 'webkit'], onlyAll: true }),
  browserCheck(
    'browser-long',
    { firefox: onlyLong, webkit: onlyLong },
    { needs: ['firefox', 'webkit'], onlyAll: true },
  ),
  // The tests of SQL, transactions and crashes, without `postgres`: PGlite has one session and its own files. The check
  // repeats little, because what is repeated often does not depend on the database.
  {
    name: 'pglite',
    command: vitest(
      '--project=backend',
      '--project=backend-long',
      'crash.',
      'backend/db/',
      'backend/domain/billing/',
      'backend/domain/jobs/',
      'backend/store/',
    ),
    env: { TEST_COUNTS: 'few' },
    onlyAll: true,
  },
  project('backend-long', { prefers: ['postgres'], onlyAll: true }),
  project('deploy', { needs: ['deploy', 'postgres'], onlyAll: true }),
  // Installs frameworks, so it needs the package registry.
  project('examples', { needs: ['browser'], onlyAll: true }),
];
