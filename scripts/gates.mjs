/**
 * Every gate, in the order in which a mistake is told soonest. `report` names a gate whose tests are counted one by
 * one; the others count as one. `built` names one that reads what `build` wrote.
 * @typedef {{ name: string, command: string[], report?: boolean, built?: boolean, needs?: 'browser' | 'firefox' | 'postgres' }} Gate
 */

const bin = (/** @type {string} */ file) => `node_modules/${file}`;
const vitest = (/** @type {string[]} */ ...args) => [bin('vitest/vitest.mjs'), 'run', ...args];

/** @type {readonly Gate[]} */
export const gates = [
  { name: 'format', command: [bin('@biomejs/biome/bin/biome'), 'format', '.'] },
  { name: 'lint', command: [bin('oxlint/bin/oxlint'), '--deny-warnings'] },
  { name: 'words', command: ['scripts/check-words.mjs'] },
  { name: 'types', command: [bin('typescript/bin/tsc'), '-p', '.'] },
  { name: 'layers', command: ['scripts/check-layers.mjs'] },
  { name: 'unused', command: [bin('knip/bin/knip.js')] },
  { name: 'unit', command: vitest('--project', 'unit', '--project', 'dom'), report: true },
  { name: 'backend', command: vitest('--project', 'backend'), report: true },
  { name: 'backend-postgres', command: vitest('--project', 'backend'), report: true, needs: 'postgres' },
  { name: 'build', command: ['scripts/build.mjs'] },
  { name: 'exports', command: vitest('--project', 'built', 'exports'), report: true },
  { name: 'sizes', command: vitest('--project', 'built', 'sizes'), report: true, built: true, needs: 'browser' },
  { name: 'integrity', command: vitest('--project', 'built', 'release'), report: true, built: true, needs: 'browser' },
  { name: 'bundles', command: vitest('--project', 'built', 'bundle'), report: true },
  { name: 'browser', command: [bin('@web/test-runner/dist/bin.js')], report: true, built: true, needs: 'browser' },
  {
    name: 'browser-firefox',
    command: [bin('@web/test-runner/dist/bin.js')],
    report: true,
    built: true,
    needs: 'firefox',
  },
  { name: 'stories', command: vitest('--project', 'stories'), report: true, needs: 'browser' },
];
