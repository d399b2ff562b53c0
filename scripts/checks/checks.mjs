import { globSync } from 'node:fs';
import { usesTestDatabase } from './database-tests.mjs';

/** @typedef {'chromium' | 'firefox' | 'webkit'} Engine */

/**
 * One check. `npm test` runs those without `onlyAll`, `npm run test:all` runs those first and then the others. `light`
 * checks use one core, so two of them run at the same time; they come before the others, each of which runs alone.
 *
 * `report` means that the tests of the check are counted one by one; other checks count as one. `built` means that the
 * check reads the files that `build` wrote. `needs` names what the machine must have. `prefers` names what
 * the check also uses if the machine has it: without PostgreSQL it runs on PGlite, without an engine in the others.
 * `engines` lists the files that the check runs in each engine. `full` runs the highest number of repetitions (TEST_COUNTS).
 * `cases` prints how many cases its tests tried.
 * @typedef {import('../test-tools/requirements.mjs').RequirementName | 'registry'} Need
 * @typedef {{
 *   name: string, command: string[], light?: boolean, report?: boolean, built?: boolean, needs?: readonly Need[],
 *   prefers?: readonly Need[], engines?: Partial<Record<Engine, readonly string[]>>, onlyAll?: boolean, full?: boolean, cases?: boolean,
 * }} Check
 */

const bin = (/** @type {string} */ file) => `node_modules/${file}`;
const vitest = (/** @type {string[]} */ ...args) => [bin('vitest/vitest.mjs'), 'run', ...args];

const filesOf = (/** @type {string} */ pattern) => globSync(pattern).map((file) => file.replaceAll('\\', '/'));

/**
 * The end-to-end tests of `npm test`: a parent and a teacher by keyboard, a teacher by mouse, and visitors of a partner's page
 * in each engine.
 */
export const shortEndToEnd = ['engines-sign-in', 'keyboard', 'partner-bundle', 'teacher-sign-up'].map(
  (name) => `e2e/${name}.e2e.ts`,
);
/** The faults of each call in a browser, which only `campaign` tries. */
const failingCalls = filesOf('e2e/failing-*.e2e.ts');
const longEndToEnd = filesOf('e2e/*.e2e.ts')
  .filter((file) => ![...shortEndToEnd, ...failingCalls].includes(file))
  .sort();

/** Tests of SQL and transactions. They run on both databases, because PGlite has one session and PostgreSQL many. */
export const storeTests = [
  'backend/db/database.test.ts',
  'backend/db/schema.test.ts',
  'backend/domain/billing/',
  'backend/domain/outbox/',
  'backend/store/',
];

/** Tests that also run through PgBouncer: purchases, School Zone, the outbox, limits, and what locks rows. */
export const pooledTests = [
  ...storeTests,
  'backend/api/billing.route.test.ts',
  'backend/api/class-plays.test.ts',
  'backend/api/multi-process.test.ts',
  'backend/api/revenuecat.route.test.ts',
  'backend/api/schoolzone-classrooms.route.test.ts',
  'backend/api/schoolzone-detailed.route.test.ts',
  'backend/api/schoolzone-progress.route.test.ts',
  'backend/api/schoolzone-teachers.route.test.ts',
  'backend/api/session.route.test.ts',
  'backend/domain/school-zone/',
];

/** Tests whose counts are higher with TEST_COUNTS=full. */
export const counting = [
  'backend/api/no-authorization.property.test.ts',
  'backend/api/reset-race.test.ts',
  'backend/config/load-config.test.ts',
  'backend/crash.test.ts',
  'backend/purchase-crash.test.ts',
  'backend/sign-up-crash.test.ts',
  'deploy/failover.test.ts',
];

/** A disk that is really full, which only root can prepare. */
const fullDisk = 'backend/full-disk.campaign.test.ts';
/** The tests that only the campaign runs, because they take minutes. */
const campaignOnly = filesOf('backend/**/*.campaign.test.ts');

/** Attacks and faults: each call with each fault, generated requests, crashes, and restores of a lost database. */
export const campaign = [
  ...counting,
  'backend/api/faults.test.ts',
  'backend/clock-jumps.test.ts',
  'backend/gateways/faults.test.ts',
  'deploy/backups.test.ts',
  'src/services/faults.test.ts',
  ...campaignOnly.filter((file) => file !== fullDisk),
  ...failingCalls,
];

/** Of the backend's files, those that start many processes, databases or compilers. They run in `npm run test:all` only. */
export const longBackend = [
  'backend/admin/admin.test.ts',
  'backend/db/data-folder.test.ts',
  'backend/doctor/check-address.portal.test.ts',
  'backend/domain/mails/mail-in-time.test.ts',
  'backend/main.test.ts',
  'emulators/standalone.test.ts',
  'emulators/stripe/shapes.test.ts',
];
/**
 * On PostgreSQL, only the campaign runs these. `npm test` has the faults of the browser's services, and kills a server during
 * purchases.
 */
export const longCampaign = [
  'backend/api/faults.test.ts',
  'backend/clock-jumps.test.ts',
  'backend/crash.test.ts',
  'backend/gateways/faults.test.ts',
  'backend/sign-up-crash.test.ts',
];
const backendTests = filesOf('{backend,emulators}/**/*.test.ts')
  .filter((file) => !campaignOnly.includes(file))
  .sort();
const shortBackend = backendTests.filter((file) => ![...longBackend, ...longCampaign].includes(file));

const backend = (/** @type {string[]} */ ...files) => vitest('--project', 'backend', ...files);
const built = (/** @type {string} */ file) => vitest('--project', 'built', file);
const browserTests = [bin('@web/test-runner/dist/bin.js')];

const browserFiles = filesOf('{src,elements}/**/*.browser.test.ts').sort();
/**
 * The browser tests that do not run in every engine: one compares pictures, which only Chromium's launcher can take of a
 * part of a page. In the other engines the driver does not focus the page, or its keys leave the page.
 */
const leftOut = {
  firefox: [
    'elements/classroom/classroom.browser.test.ts',
    'elements/dashboard/dashboard.browser.test.ts',
    'elements/sign-in/sign-in.browser.test.ts',
    'elements/testing/hostile.browser.test.ts',
  ],
  webkit: ['elements/sign-in/sign-in.browser.test.ts', 'elements/testing/hostile.browser.test.ts'],
};

/** What `npm test` runs in the other engines, too. */
const isInEachEngine = (/** @type {string} */ file) => file.startsWith('src/bridge/');
const inEachEngine = browserFiles.filter(isInEachEngine);
const onlyLong = (/** @type {keyof typeof leftOut} */ engine) =>
  browserFiles.filter((file) => !isInEachEngine(file) && !leftOut[engine].includes(file));

/** @type {readonly Check[]} */
export const checks = [
  { name: 'format', light: true, command: [bin('@biomejs/biome/bin/biome'), 'format', '.'] },
  { name: 'lint', light: true, command: [bin('oxlint/bin/oxlint'), '--deny-warnings'] },
  { name: 'literal-text', light: true, command: ['scripts/checks/check-literal-text.mjs'] },
  { name: 'markdown', light: true, command: [bin('markdownlint-cli2/markdownlint-cli2-bin.mjs')] },
  {
    name: 'spelling',
    light: true,
    command: [bin('cspell/bin.mjs'), 'lint', '--no-progress', '--no-summary', '**/*.{md,ts,tsx,mjs,cjs,css}'],
  },
  { name: 'types', light: true, command: [bin('typescript/bin/tsc'), '-p', '.'] },
  { name: 'layers', light: true, command: ['scripts/checks/check-layers.mjs'] },
  { name: 'unused', light: true, command: [bin('knip/bin/knip.js')] },
  { name: 'build', light: true, command: ['scripts/commands/build.mjs'] },
  { name: 'exports', light: true, command: built('exports'), report: true },
  { name: 'sizes', light: true, command: built('sizes'), report: true, built: true, needs: ['browser'] },
  { name: 'integrity', light: true, command: built('release'), report: true, built: true, needs: ['browser'] },
  { name: 'bundles', light: true, command: built('bundle'), report: true },
  {
    name: 'alerts',
    light: true,
    command: vitest('--project', 'deploy', 'deploy/alerts'),
    report: true,
    needs: ['promtool', 'postgres'],
    prefers: ['postgres'],
  },
  {
    name: 'proxies',
    light: true,
    command: vitest('--project', 'deploy', 'deploy/proxies'),
    report: true,
    needs: ['proxies'],
    prefers: ['postgres'],
  },
  { name: 'unit', command: vitest('--project', 'unit', '--project', 'dom'), report: true },
  { name: 'backend', command: backend(...shortBackend), report: true, prefers: ['postgres'] },
  { name: 'backend-long', command: backend(...longBackend), report: true, prefers: ['postgres'], onlyAll: true },
  // Without PostgreSQL the check above has run them on PGlite.
  { name: 'stores', command: backend(...storeTests), report: true, needs: ['postgres'] },
  {
    name: 'pgbouncer',
    command: vitest('--project', 'deploy', '--project', 'pooled', 'deploy/processes', ...pooledTests),
    report: true,
    needs: ['pgbouncer'],
    prefers: ['postgres'],
    onlyAll: true,
  },
  {
    name: 'backend-pglite',
    command: backend(...backendTests.filter(usesTestDatabase)),
    report: true,
    onlyAll: true,
  },
  {
    name: 'browser',
    command: browserTests,
    report: true,
    built: true,
    needs: ['browser'],
    prefers: ['firefox', 'webkit'],
    engines: { chromium: browserFiles, firefox: inEachEngine, webkit: inEachEngine },
  },
  {
    name: 'browser-long',
    command: browserTests,
    report: true,
    built: true,
    prefers: ['firefox', 'webkit'],
    engines: { firefox: onlyLong('firefox'), webkit: onlyLong('webkit') },
    onlyAll: true,
  },
  {
    name: 'e2e',
    command: vitest('--project', 'e2e', ...shortEndToEnd),
    report: true,
    needs: ['browser'],
    prefers: ['font', 'firefox', 'webkit'],
  },
  {
    name: 'e2e-long',
    command: vitest('--project', 'e2e', ...longEndToEnd),
    report: true,
    needs: ['browser'],
    prefers: ['font', 'firefox', 'webkit'],
    onlyAll: true,
  },
  {
    name: 'campaign',
    command: vitest(
      ...['unit', 'backend', 'campaign', 'deploy', 'e2e'].flatMap((project) => ['--project', project]),
      ...campaign,
    ),
    report: true,
    cases: true,
    needs: ['postgres', 'browser'],
    prefers: ['postgres'],
    onlyAll: true,
    full: true,
  },
  {
    name: 'full-disk',
    light: true,
    command: vitest('--project', 'campaign', fullDisk),
    report: true,
    cases: true,
    needs: ['mount'],
    onlyAll: true,
  },
  {
    name: 'rolling',
    light: true,
    command: vitest('--project', 'deploy', 'deploy/rolling'),
    report: true,
    built: true,
    needs: ['proxies', 'browser'],
    prefers: ['postgres'],
    onlyAll: true,
  },
  // Installs frameworks, so it needs the network.
  {
    name: 'examples',
    light: true,
    command: vitest('--project', 'examples'),
    report: true,
    needs: ['browser', 'registry'],
    onlyAll: true,
  },
];
