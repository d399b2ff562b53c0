import { globSync } from 'node:fs';

/**
 * One check. `npm test` runs those without `onlyAll`, `npm run test:all` runs every one. Two lanes run at the same time,
 * each in the order of this table, in which a mistake is told soonest.
 *
 * `report` names a gate whose tests are counted one by one; the others count as one. `built` names one that reads what
 * `build` wrote. `needs` names what the machine must have for it, `prefers` the database that it runs on if the machine has
 * it; otherwise it runs on PGlite. `full` repeats as often as the tests can (TEST_COUNTS).
 * @typedef {'browser' | 'firefox' | 'postgres'} Need
 * @typedef {{
 *   name: string, command: string[], lane: 'sources' | 'pages', report?: boolean, built?: boolean, needs?: Need,
 *   prefers?: 'postgres', onlyAll?: boolean, full?: boolean,
 * }} Gate
 */

const bin = (/** @type {string} */ file) => `node_modules/${file}`;
const vitest = (/** @type {string[]} */ ...args) => [bin('vitest/vitest.mjs'), 'run', ...args];

/** End-to-end files that try the same with many pages or faults, and take most of the time. */
export const longStories = [
  'accessibility',
  'bad-network',
  'canary',
  'consent',
  'csp',
  'failing-account-calls',
  'failing-calls',
  'failing-teacher-calls',
  'framed-height',
  'instant-pages',
  'scenes',
].map((name) => `e2e/${name}.e2e.ts`);
const stories = globSync('e2e/*.e2e.ts').map((file) => file.replaceAll('\\', '/'));
const shortStories = stories.filter((file) => !longStories.includes(file)).sort();

/** Tests of SQL and transactions. PGlite is one session and PostgreSQL many, so they run on both. */
export const storeTests = [
  'backend/db/database.test.ts',
  'backend/db/schema.test.ts',
  'backend/domain/billing/',
  'backend/domain/outbox/',
  'backend/store/',
];

/** Tests whose counts are higher with TEST_COUNTS=full. */
export const campaigns = [
  'backend/config.test.ts',
  'backend/crash.test.ts',
  'backend/purchase-crash.test.ts',
  'backend/sign-up-crash.test.ts',
];

const backend = (/** @type {string[]} */ ...files) => vitest('--project', 'backend', ...files);
const built = (/** @type {string} */ file) => vitest('--project', 'built', file);
const browserTests = [bin('@web/test-runner/dist/bin.js')];

/** @type {readonly Gate[]} */
export const gates = [
  { name: 'format', lane: 'sources', command: [bin('@biomejs/biome/bin/biome'), 'format', '.'] },
  { name: 'lint', lane: 'sources', command: [bin('oxlint/bin/oxlint'), '--deny-warnings'] },
  { name: 'words', lane: 'sources', command: ['scripts/check-words.mjs'] },
  { name: 'types', lane: 'sources', command: [bin('typescript/bin/tsc'), '-p', '.'] },
  { name: 'layers', lane: 'sources', command: ['scripts/check-layers.mjs'] },
  { name: 'unused', lane: 'sources', command: [bin('knip/bin/knip.js')] },
  { name: 'unit', lane: 'sources', command: vitest('--project', 'unit', '--project', 'dom'), report: true },
  { name: 'backend', lane: 'sources', command: backend(), report: true, prefers: 'postgres' },
  // Without PostgreSQL the gate above has run them on PGlite.
  { name: 'stores', lane: 'sources', command: backend(...storeTests), report: true, needs: 'postgres' },
  { name: 'bundles', lane: 'sources', command: built('bundle'), report: true },
  {
    name: 'campaigns',
    lane: 'sources',
    command: backend(...campaigns),
    report: true,
    needs: 'postgres',
    prefers: 'postgres',
    onlyAll: true,
    full: true,
  },
  { name: 'backend-pglite', lane: 'sources', command: backend(), report: true, onlyAll: true, full: true },

  { name: 'build', lane: 'pages', command: ['scripts/build.mjs'] },
  { name: 'exports', lane: 'pages', command: built('exports'), report: true },
  { name: 'sizes', lane: 'pages', command: built('sizes'), report: true, built: true, needs: 'browser' },
  { name: 'integrity', lane: 'pages', command: built('release'), report: true, built: true, needs: 'browser' },
  { name: 'browser', lane: 'pages', command: browserTests, report: true, built: true, needs: 'browser' },
  { name: 'browser-firefox', lane: 'pages', command: browserTests, report: true, built: true, needs: 'firefox' },
  {
    name: 'stories',
    lane: 'pages',
    command: vitest('--project', 'stories', ...shortStories),
    report: true,
    needs: 'browser',
  },
  {
    name: 'long-stories',
    lane: 'pages',
    command: vitest('--project', 'stories', ...longStories),
    report: true,
    needs: 'browser',
    onlyAll: true,
  },
];
