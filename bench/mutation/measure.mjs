/** Changes the sources of some folders in small ways, one at a time, and lists the changes that no test notices. */
import { globSync, readFileSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { parseArgs } from 'node:util';
import { pinnedNode } from '../../scripts/setup/install.mjs';
import { startPostgres } from '../../scripts/test-tools/postgres.mjs';
import { main, run, UserError } from '../../scripts/setup/processes.mjs';
import { interval, isSampled } from './sample.mjs';

/**
 * A change that no test needs to notice: a line of the source, and that line after the change.
 * @typedef {{ file: string, line: string, becomes: string, reason: string }} Explanation
 * @typedef {{ line: number, column: number }} Position
 * @typedef {{ id: string, status: string, replacement?: string, location: { start: Position, end: Position } }} Mutant
 * @typedef {{ files: Record<string, { source: string, mutants: Mutant[] }> }} Report
 * @typedef {{ file: string, number: number, line: string, becomes: string }} Survivor
 */

const home = 'bench/mutation';
const folders = [...globSync('src/*').sort(), 'backend/domain', 'backend/api', 'backend/store'];
/** In these files at least `lowestScore` percent must be noticed, and every other change needs an explanation. */
const strict = ['src/session/**', 'src/services/**', 'src/features/*/*controller.ts', 'backend/domain/**'];
const lowestScore = 90;
/**
 * The tests that must notice a change: those of the same folder, so that they cover it without the parts that use it.
 * Features do not import each other, so each has its own. The backend's layers share theirs, because its use cases are
 * tested over HTTP.
 * @param {string} path
 */
const testsOf = (path) => {
  if (path.startsWith('backend')) return ['api', 'domain', 'store'].map((layer) => `backend/${layer}/**/*.test.ts`);
  const [folder] = /^src\/features\/(?!shared)[^/]+/.exec(path) ?? [path.split('/').slice(0, 2).join('/')];
  return [`${folder}/**/*.test.*`];
};
const notMutated = ['**/*.test.*', '**/testing/**', '**/*.d.ts', '**/*-vite-plugin.ts'];

/** @type {readonly Explanation[]} */
const explained = JSON.parse(readFileSync(`${home}/explained.json`, 'utf8'));

/** @param {string} path @param {readonly string[]} globs */
const isIn = (path, globs) => globs.some((glob) => matchesGlob(path, glob));

/**
 * @param {string} source
 * @param {Mutant} mutant
 */
const changedLine = (source, { replacement = '', location: { start, end } }) => {
  const lines = source.split('\n');
  const before = lines[start.line - 1] ?? '';
  const after = `${before.slice(0, start.column - 1)}${replacement}${lines[end.line - 1]?.slice(end.column - 1) ?? ''}`;
  return { number: start.line, line: before.trim(), becomes: after.trim() };
};

/** @param {Survivor} survivor */
const isExplained = ({ file, line, becomes }) =>
  explained.some((known) => known.file === file && known.line === line && known.becomes === becomes);

/**
 * @param {Report} report
 * @param {number} share
 * @param {(file: string) => boolean} includes
 */
const tally = ({ files }, share, includes) => {
  const chosen = Object.entries(files).filter(([file]) => includes(file));
  const mutants = chosen.flatMap(([file, { source, mutants: own }]) =>
    own
      .filter(({ id }) => isSampled(id, share))
      .map((mutant) => ({ file, status: mutant.status, ...changedLine(source, mutant) })),
  );
  const noticed = mutants.filter(({ status }) => status === 'Killed' || status === 'Timeout').length;
  const survivors = mutants.filter(({ status }) => status === 'Survived' || status === 'NoCoverage');
  const total = noticed + survivors.length;
  return { noticed, total, survivors, score: total === 0 ? 100 : (100 * noticed) / total };
};

/**
 * Mutates one folder and prints the result.
 * @param {string} folder
 * @param {number} share of how many changes one is tried
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<boolean>} whether the strict files are good enough
 */
const mutate = async (folder, share, env) => {
  const sources = globSync([folder, `${folder}/**/*.{ts,tsx}`], { exclude: (name) => name === 'node_modules' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.tsx?$/.test(file) && !isIn(file, notMutated));
  if (sources.length === 0) throw new UserError(`There are no sources in ${folder}.`);
  const reports = `.cache/mutation/${folder.replaceAll(/\W+/g, '-')}${share === 1 ? '' : `-one-in-${share}`}`;
  const projects = folder.startsWith('backend') ? 'backend' : 'unit,dom';
  const code = await run(
    pinnedNode,
    [
      `bench/node_modules/@stryker-mutator/core/bin/stryker.js`,
      'run',
      `${home}/stryker.config.mjs`,
      '--mutate',
      sources.join(','),
      '--testFiles',
      testsOf(folder).join(','),
    ],
    {
      env: {
        ...env,
        MUTATION_REPORTS: reports,
        MUTATION_PROJECTS: projects,
        ...(share > 1 && { MUTATION_SHARE: `${share}` }),
      },
    },
  );
  if (code !== 0) throw new UserError(`Stryker failed with exit code ${code}; its output is above.`);
  /** @type {Report} */
  const report = JSON.parse(readFileSync(`${reports}/report.json`, 'utf8'));
  const whole = tally(report, share, () => true);
  const held = tally(report, share, (file) => isIn(file, strict));
  const unexplained = whole.survivors.filter((survivor) => !isExplained(survivor));
  for (const { file, number, line, becomes } of unexplained)
    console.log(`${file}:${number}\n  - ${line}\n  + ${becomes}`);
  const { low, high } = interval(whole.noticed, whole.total);
  const range = share === 1 ? '' : `; 95 % interval ${low.toFixed(1)} to ${high.toFixed(1)} %`;
  console.log(`${folder}: ${whole.noticed} of ${whole.total} changes noticed, ${whole.score.toFixed(1)} %${range}`);
  return held.score >= lowestScore && held.survivors.every(isExplained);
};

await main(async () => {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { 'one-in': { type: 'string' } } });
  const share = Number(values['one-in'] ?? 1);
  if (!Number.isInteger(share) || share < 1) throw new UserError('--one-in needs a whole number from 1.');
  const chosen = positionals.map((folder) => folder.replace(/\/$/, ''));
  const wanted = chosen.length > 0 ? chosen : folders;
  const postgres = wanted.some((folder) => folder.startsWith('backend')) ? await startPostgres() : undefined;
  const env = { ...process.env, ...(postgres && { TEST_DATABASE_URL: postgres.url }) };
  try {
    let isGood = true;
    for (const folder of wanted) isGood = (await mutate(folder, share, env)) && isGood;
    return isGood ? 0 : 1;
  } finally {
    postgres?.stop();
  }
});
