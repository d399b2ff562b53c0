/** Changes the sources of some folders in small ways, one at a time, and lists the changes that no test notices. */
import { globSync, readFileSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { parseArgs } from 'node:util';
import { pinnedNode } from '../../scripts/setup/install.mjs';
import { startPostgres } from '../../scripts/test-tools/postgres.mjs';
import { main, run, UserError } from '../../scripts/setup/processes.mjs';
import { isSampled } from './sample.mjs';

/**
 * @typedef {{ line: number, column: number }} Position
 * @typedef {{ id: string, status: string, replacement?: string, location: { start: Position, end: Position } }} Mutant
 * @typedef {{ files: Record<string, { source: string, mutants: Mutant[] }> }} Report
 */

const backendLayers = ['api', 'domain', 'gateways', 'store'];
const folders = [...globSync('src/*').sort(), 'elements', ...backendLayers.map((layer) => `backend/${layer}`)];
/**
 * The tests that must notice a change: those of the same folder, so that they cover it without the parts that use it.
 * Features do not import each other, so each has its own. The backend's layers share theirs, because its use cases are
 * tested over HTTP.
 * @param {string} path
 */
const testsOf = (path) => {
  if (path.startsWith('backend')) return backendLayers.map((layer) => `backend/${layer}/**/*.test.ts`);
  const [folder] = /^src\/features\/(?!shared)[^/]+/.exec(path) ?? [path.split('/').slice(0, 2).join('/')];
  return [`${folder}/**/*.test.*`];
};
const notMutated = ['**/*.test.*', '**/testing/**', '**/*.d.ts', '**/*-vite-plugin.ts'];

/** @param {string} source @param {Mutant} mutant @returns {string} the changed line before and after */
const changeOf = (source, { replacement = '', location: { start, end } }) => {
  const lines = source.split('\n');
  const before = lines[start.line - 1] ?? '';
  const after = `${before.slice(0, start.column - 1)}${replacement}${lines[end.line - 1]?.slice(end.column - 1) ?? ''}`;
  return `${start.line}\n  - ${before.trim()}\n  + ${after.trim()}`;
};

/**
 * Mutates one folder and prints the result.
 * @param {string} folder
 * @param {number} share of how many changes one is tried
 * @param {NodeJS.ProcessEnv} env
 */
const mutate = async (folder, share, env) => {
  const sources = globSync([folder, `${folder}/**/*.{ts,tsx}`], { exclude: (name) => name === 'node_modules' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.tsx?$/.test(file) && !notMutated.some((glob) => matchesGlob(file, glob)))
    // Vite reads a glob's options from the source, where they must be literals.
    .filter((file) => !readFileSync(file, 'utf8').includes('import.meta.glob'));
  if (sources.length === 0) throw new UserError(`There are no sources in ${folder}.`);
  const reports = `.cache/mutation/${folder.replaceAll(/\W+/g, '-')}${share === 1 ? '' : `-one-in-${share}`}`;
  const stryker = [
    'bench/node_modules/@stryker-mutator/core/bin/stryker.js',
    'run',
    'bench/mutation/stryker.config.mjs',
  ];
  const code = await run(
    pinnedNode,
    [...stryker, '--mutate', sources.join(','), '--testFiles', testsOf(folder).join(',')],
    {
      env: {
        ...env,
        MUTATION_REPORTS: reports,
        MUTATION_PROJECTS: folder.startsWith('backend') ? 'backend' : 'unit,dom',
        ...(share > 1 && { MUTATION_SHARE: `${share}` }),
      },
    },
  );
  if (code !== 0) throw new UserError(`Stryker failed with exit code ${code}; its output is above.`);
  /** @type {Report} */
  const { files } = JSON.parse(readFileSync(`${reports}/report.json`, 'utf8'));
  let noticed = 0;
  let total = 0;
  for (const [file, { source, mutants }] of Object.entries(files)) {
    for (const mutant of mutants.filter(({ id }) => isSampled(id, share))) {
      const isNoticed = ['Killed', 'Timeout'].includes(mutant.status);
      if (!isNoticed && !['Survived', 'NoCoverage'].includes(mutant.status)) continue;
      total += 1;
      if (isNoticed) noticed += 1;
      else console.log(`${file}:${changeOf(source, mutant)}`);
    }
  }
  console.log(`${folder}: ${noticed} of ${total} changes noticed, ${((100 * noticed) / total).toFixed(0)} %`);
};

await main(async () => {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { 'one-in': { type: 'string' } } });
  const share = Number(values['one-in'] ?? 1);
  if (!Number.isInteger(share) || share < 1) throw new UserError('--one-in needs a whole number from 1.');
  const wanted = positionals.length > 0 ? positionals.map((folder) => folder.replace(/\/$/, '')) : folders;
  const postgres = wanted.some((folder) => folder.startsWith('backend')) ? await startPostgres() : undefined;
  const env = { ...process.env, ...(postgres && { TEST_DATABASE_URL: postgres.url }) };
  try {
    for (const folder of wanted) await mutate(folder, share, env);
  } finally {
    postgres?.stop();
  }
});
