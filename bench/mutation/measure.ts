/** Changes the sources of some folders in small ways, one at a time, and lists the changes that no test notices. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, globSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, matchesGlob, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { browserTests as browserRunner } from '../../scripts/checks/checks.ts';
import { startPostgres } from '../../scripts/test-tools/postgres.ts';
import { main, runNode, UserError } from '../../scripts/setup/processes.mjs';
import { isSampled } from '../figures.ts';

type Position = { line: number; column: number };
type Mutant = {
  id: string;
  status: string;
  static?: boolean;
  replacement?: string;
  location: { start: Position; end: Position };
};
type MutationReport = { files: Record<string, { source: string; mutants: Mutant[] }> };

const backendLayers = ['api', 'domain', 'gateways', 'store'].map((layer) => `backend/${layer}`);
const folders = [...globSync('src/*').sort(), 'elements', ...backendLayers];
/**
 * The tests that must notice a change: those of the same folder, so that they cover it without the parts that use it.
 * Features do not import each other, so each has its own. The backend's layers share all of its tests, because its use
 * cases are tested over HTTP, or by the operator's commands.
 */
const testsOf = (path: string): string[] => {
  if (path.startsWith('backend')) return ['backend/**/*.test.ts'];
  const [folder] = /^src\/features\/(?!shared)[^/]+/.exec(path) ?? [path.split('/').slice(0, 2).join('/')];
  return [`${folder}/**/*.test.*`];
};
const notMutated = ['**/*.test.*', '**/testing/**', '**/*.d.ts', '**/*-vite-plugin.ts'];

const changed = (source: string, { replacement = '', location: { start, end } }: Mutant): string => {
  const lines = source.split('\n');
  const before = [...lines.slice(0, start.line - 1), lines[start.line - 1]?.slice(0, start.column - 1)];
  const after = [lines[end.line - 1]?.slice(end.column - 1), ...lines.slice(end.line)];
  return `${before.join('\n')}${replacement}${after.join('\n')}`;
};

/** Returns the line that changed, before and after. */
const changeOf = (source: string, mutant: Mutant): string => {
  const { line } = mutant.location.start;
  const [before, after] = [source, changed(source, mutant)].map((text) => text.split('\n')[line - 1]?.trim());
  return `${line}\n  - ${before}\n  + ${after}`;
};

/**
 * Returns a function that tries a change in Chromium, in a copy of the repository: with all browser tests, if the
 * folder has some, because they run the built product.
 */
const browserTests = (folder: string, env: NodeJS.ProcessEnv) => {
  const hasTests = globSync(`${folder}/**/*.browser.test.ts`).length > 0;
  const cwd = resolve('.cache/mutation/browser');
  const execute = (...args: string[]) => runNode(args, { cwd, stdio: 'ignore', env });
  const pass = async () =>
    (await execute('scripts/commands/build.ts')) === 0 && (await execute(...browserRunner)) === 0;
  const prepare = async () => {
    rmSync(cwd, { recursive: true, force: true });
    const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard']).toString();
    for (const file of listed.split('\0')) if (existsSync(file)) cpSync(file, join(cwd, file));
    symlinkSync(resolve('node_modules'), join(cwd, 'node_modules'), 'junction');
    if (!(await pass())) throw new UserError('The browser tests fail without a change.');
  };
  let prepared: Promise<void> | undefined;
  return async (file: string, source: string, mutant: Mutant): Promise<boolean> => {
    if (!hasTests) return false;
    await (prepared ??= prepare());
    writeFileSync(join(cwd, file), changed(source, mutant));
    const isNoticed = !(await pass());
    writeFileSync(join(cwd, file), source);
    return isNoticed;
  };
};

/** Mutates one folder, and prints the result. Of `share` changes, one is tried. */
const mutate = async (folder: string, share: number, env: NodeJS.ProcessEnv): Promise<void> => {
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
    'bench/mutation/stryker.config.ts',
  ];
  const files = ['--mutate', sources.join(','), '--testFiles', testsOf(folder).join(',')];
  const code = await runNode([...stryker, ...files], {
    env: {
      ...env,
      MUTATION_REPORTS: reports,
      MUTATION_PROJECTS: folder.startsWith('backend') ? 'backend' : 'unit,dom',
      MUTATION_SHARE: `${share}`,
    },
  });
  if (code !== 0) throw new UserError(`Stryker failed with exit code ${code}; its output is above.`);
  const report: MutationReport = JSON.parse(readFileSync(`${reports}/report.json`, 'utf8'));
  const inBrowser = browserTests(folder, env);
  let noticed = 0;
  let total = 0;
  for (const [file, { source, mutants }] of Object.entries(report.files)) {
    // Stryker runs no test for what ran while a file was loaded (`ignoreStatic`), and too few for what also ran later.
    for (const mutant of mutants.filter((one) => one.static !== true && isSampled(one.id, share))) {
      const isKilled = ['Killed', 'Timeout'].includes(mutant.status);
      if (!isKilled && !['Survived', 'NoCoverage'].includes(mutant.status)) continue;
      total += 1;
      if (isKilled || (await inBrowser(file, source, mutant))) noticed += 1;
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
