import { globSync } from 'node:fs';

/**
 * One check. `npm test` runs those without `onlyAll`, `npm run test:all` runs all of them, in the order of the list.
 *
 * `needs` names what the machine must have; without it the check is left out. `prefers` names what the check also uses
 * if the machine has it. A check that names `postgres` gets a server, and runs on PGlite without one. `built` means
 * that the check reads the files that `build` wrote.
 * @typedef {import('../test-tools/requirements.mjs').RequirementName} Need
 * @typedef {{
 *   name: string, command: readonly string[], needs?: readonly Need[], prefers?: readonly Need[], built?: boolean,
 *   env?: Readonly<Record<string, string>>, onlyAll?: boolean,
 * }} Check
 */

const bin = (/** @type {string} */ file) => `node_modules/${file}`;
const vitest = (/** @type {string[]} */ ...args) => [bin('vitest/vitest.mjs'), 'run', ...args];
const browserTests = [bin('@web/test-runner/dist/bin.js')];

const filesOf = (/** @type {string} */ pattern) =>
  globSync(pattern)
    .map((file) => file.replaceAll('\\', '/'))
    .sort();
const without = (/** @type {readonly string[]} */ files, /** @type {readonly string[]} */ left) =>
  files.filter((file) => !left.includes(file));

/** The end-to-end tests of `npm test`: the keyboard, visitors of a partner's page in each engine, and a teacher. */
export const shortEndToEnd = ['keyboard', 'partner', 'teacher-sign-up'].map((name) => `e2e/${name}.e2e.ts`);

/** The backend's tests of crashes and faults, and those that start many processes, databases or compilers. */
export const longBackend = [
  'backend/admin/admin.test.ts',
  'backend/api/faults.test.ts',
  'backend/clock-jumps.test.ts',
  'backend/crash.test.ts',
  'backend/db/data-folder.test.ts',
  'backend/domain/mail/mail-in-time.test.ts',
  'backend/gateways/faults.test.ts',
  'backend/main.test.ts',
  'emulators/stripe/shapes.test.ts',
  ...filesOf('backend/**/*.campaign.test.ts'),
];
const backendTests = filesOf('{backend,emulators}/**/*.test.ts');

/** Tests of SQL, transactions and crashes. They run on PGlite too, which has one session and its own files. */
export const embeddedDatabase = [
  'backend/crash.test.ts',
  'backend/db/database.test.ts',
  'backend/db/schema.test.ts',
  'backend/domain/billing/',
  'backend/domain/jobs/',
  'backend/server-crash.test.ts',
  'backend/store/',
];

const browserFiles = filesOf('{src,elements}/**/*.browser.test.ts');
/** What `npm test` runs in the other engines, too. */
const inEachEngine = browserFiles.filter((file) => file.startsWith('src/bridge/'));
/**
 * The browser tests that do not run in every engine: one compares pictures, which only Chromium's launcher can take of
 * a part of a page. In the other engines the driver does not focus the page, or its keys leave the page.
 */
const leftOut = {
  firefox: [
    'elements/testing/classroom.browser.test.ts',
    'elements/testing/dashboard.browser.test.ts',
    'elements/testing/sign-in.browser.test.ts',
    'elements/testing/hostile.browser.test.ts',
  ],
  webkit: ['elements/testing/sign-in.browser.test.ts', 'elements/testing/hostile.browser.test.ts'],
};
const onlyLong = (/** @type {keyof typeof leftOut} */ engine) =>
  without(browserFiles, [...inEachEngine, ...leftOut[engine]]);

/** @type {readonly Check[]} */
export const checks = [
  { name: 'format', command: [bin('@biomejs/biome/bin/biome'), 'format', '.'] },
  { name: 'lint', command: [bin('oxlint/bin/oxlint'), '--deny-warnings'] },
  { name: 'types', command: ['scripts/checks/types.mjs'] },
  {
    name: 'layers',
    command: [
      bin('dependency-cruiser/bin/dependency-cruiser.mjs'),
      'src',
      'elements',
      'host-site',
      'demo',
      'locales',
      'backend',
      'emulators',
      'e2e',
      'scripts',
    ],
  },
  { name: 'unused', command: [bin('knip/bin/knip.js')] },
  { name: 'markdown', command: [bin('markdownlint-cli2/markdownlint-cli2-bin.mjs')] },
  {
    name: 'spelling',
    command: [bin('cspell/bin.mjs'), 'lint', '--no-progress', '--no-summary', '**/*.{md,ts,tsx,mjs,cjs,css}'],
  },
  { name: 'unit', command: vitest('--project', 'unit', '--project', 'dom') },
  {
    name: 'backend',
    command: vitest('--project', 'backend', ...without(backendTests, longBackend)),
    prefers: ['postgres'],
  },
  { name: 'build', command: ['scripts/commands/build.mjs'] },
  { name: 'built', command: vitest('--project', 'built'), built: true, needs: ['browser'] },
  {
    name: 'browser',
    command: browserTests,
    env: {
      BROWSER_TESTS: JSON.stringify({ chromium: browserFiles, firefox: inEachEngine, webkit: inEachEngine }),
    },
    built: true,
    needs: ['browser'],
    prefers: ['firefox', 'webkit'],
  },
  {
    name: 'e2e',
    command: vitest('--project', 'e2e', ...shortEndToEnd),
    needs: ['browser'],
    prefers: ['font', 'firefox', 'webkit'],
  },
  {
    name: 'e2e-long',
    command: vitest('--project', 'e2e', ...without(filesOf('e2e/*.e2e.ts'), shortEndToEnd)),
    needs: ['browser'],
    prefers: ['font', 'firefox', 'webkit'],
    onlyAll: true,
  },
  {
    name: 'browser-long',
    command: browserTests,
    env: { BROWSER_TESTS: JSON.stringify({ firefox: onlyLong('firefox'), webkit: onlyLong('webkit') }) },
    built: true,
    needs: ['firefox', 'webkit'],
    onlyAll: true,
  },
  // Without `postgres` it runs on PGlite, and it repeats little: what is repeated often does not depend on the
  // database.
  {
    name: 'pglite',
    command: vitest('--project', 'backend', ...embeddedDatabase),
    env: { TEST_COUNTS: 'few' },
    onlyAll: true,
  },
  {
    name: 'campaign',
    command: vitest('--project', 'backend', '--project', 'campaign', ...longBackend),
    prefers: ['postgres'],
    onlyAll: true,
  },
  { name: 'deploy', command: vitest('--project', 'deploy'), needs: ['deploy', 'postgres'], onlyAll: true },
  // Installs frameworks, so it needs the package registry.
  { name: 'examples', command: vitest('--project', 'examples'), needs: ['browser'], onlyAll: true },
];
