/**
 * `npm run check [-- --only unit,types] [-- --all]`: the gates in two lanes (with `--all` in one), a table, and the total as the last line.
 * Each gate is an own process on the pinned Node; the first failure stops nothing, so that one run tells all.
 */
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBrowser, findFirefox } from './browser.mjs';
import { gates } from './gates.mjs';
import { ensureInstalled, pinnedNode } from './install.mjs';
import { startPostgres } from './postgres.mjs';
import { main, Refusal, run } from './processes.mjs';
import { countTests, lastLine, slowestFiles, sum } from './tally.mjs';
import { testEnvironment } from './test-environment.mjs';

/** @typedef {import('./gates.mjs').Gate} Gate */
/** @typedef {{ name: string, seconds: number }} TimedFile */
/** @typedef {import('./tally.mjs').Count & { name: string, seconds: number, files: TimedFile[] }} Result */

/** What an end-to-end test that failed leaves behind (e2e/support/evidence.ts). */
const evidence = '.cache/test-results';

/** @param {{ only?: string | undefined, all: boolean }} wish @returns {readonly Gate[]} */
const chosenGates = ({ only, all }) => {
  if (only === undefined) return gates.filter(({ onlyAll }) => all || !onlyAll);
  const names = only.split(',');
  const unknown = names.find((name) => gates.every((gate) => gate.name !== name));
  if (unknown !== undefined) {
    throw new Refusal(`There is no gate "${unknown}". The gates: ${gates.map(({ name }) => name).join(', ')}.`);
  }
  const needed = gates.some(({ name, built }) => built && names.includes(name)) ? [...names, 'build'] : names;
  return gates.filter(({ name }) => needed.includes(name));
};

/**
 * @param {Gate} gate
 * @param {object} how
 * @param {string} how.reports a folder for the runners' reports
 * @param {NodeJS.ProcessEnv} how.env
 * @param {boolean} how.isAlone whether no other gate writes to the terminal meanwhile; else it is written when the gate ends
 * @param {boolean} how.yields
 * @returns {Promise<Result>}
 */
const pass = async ({ name, command, report = false }, { reports, env, isAlone, yields }) => {
  console.log(isAlone ? `\n── ${name}` : `… ${name}`);
  const started = performance.now();
  const file = join(reports, `${name}.json`);
  const log = join(reports, `${name}.log`);
  const output = isAlone ? null : openSync(log, 'w');
  const reporters = command[0]?.includes('vitest')
    ? ['--reporter=default', '--reporter=json', `--outputFile=${file}`]
    : [];
  const code = await run(pinnedNode, [...command, ...reporters], {
    env: { ...env, REPORT_FILE: file },
    stdio: output === null ? 'inherit' : ['ignore', output, output],
    yields,
  });
  const seconds = (performance.now() - started) / 1000;
  if (output !== null) {
    closeSync(output);
    console.log(`\n── ${name}: ${seconds.toFixed(1)} s\n${readFileSync(log, 'utf8')}`);
  }
  if (!report) return { name, seconds, files: [], passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 };
  const written = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { testResults: [] };
  return { name, seconds, files: slowestFiles(written), ...countTests(written, code) };
};

/** @param {readonly Result[]} results */
const printTable = (results) => {
  const width = Math.max(...results.map(({ name }) => name.length));
  console.log('');
  for (const { name, passed, failed, seconds } of results) {
    const numbers = `${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed ${seconds.toFixed(1).padStart(7)} s`;
    console.log(`${failed === 0 ? '✓' : '✗'} ${name.padEnd(width)} ${numbers}`);
  }
};

/** @param {readonly Result[]} results */
const printSlowest = (results) => {
  const files = results.flatMap(({ name, files: timed }) => timed.map((file) => ({ ...file, gate: name })));
  const slowest = files.sort((one, other) => other.seconds - one.seconds).slice(0, 15);
  if (slowest.length > 1) console.log('\nThe slowest test files:');
  for (const { gate, name, seconds } of slowest) {
    console.log(`${seconds.toFixed(1).padStart(7)} s  ${relative('.', name)} (${gate})`);
  }
};

/**
 * What this machine lacks: the gate that needs it is left out, and the last lines say so.
 * @param {import('./postgres.mjs').TemporaryPostgres | undefined} postgres
 * @param {string | undefined} firefox
 */
const leftOut = (postgres, firefox) => ({
  postgres: postgres
    ? undefined
    : 'PostgreSQL is not installed: the backend ran on PGlite only. Debian: sudo apt-get install postgresql',
  firefox: firefox ? undefined : 'Firefox is not installed: frames and messages ran in Chromium only.',
  browser: undefined,
});

await main(async () => {
  const { values } = parseArgs({ options: { only: { type: 'string' }, all: { type: 'boolean', default: false } } });
  await ensureInstalled();
  const chosen = chosenGates(values);
  const needs = new Set(chosen.flatMap((gate) => [gate.needs, gate.prefers]));
  const env = await testEnvironment(process.env);
  if (needs.has('browser')) Object.assign(env, { CHROME_PATH: ensureBrowser() });
  const postgres = needs.has('postgres') ? await startPostgres() : undefined;
  const missing = leftOut(postgres, findFirefox());
  const reports = mkdtempSync(join(tmpdir(), 'maths-portal-check-'));
  rmSync(evidence, { recursive: true, force: true });
  let interrupted = false;
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => (interrupted = true));
  try {
    const possible = chosen.filter(({ needs: need }) => need === undefined || missing[need] === undefined);
    // Full counts keep both cores busy for minutes, so nothing else that measures time runs beside them.
    const lanes = values.all
      ? [possible]
      : [possible.filter(({ lane }) => lane === 'sources'), possible.filter(({ lane }) => lane === 'pages')].filter(
          (lane) => lane.length > 0,
        );
    const isAlone = lanes.length < 2;
    const ends = await Promise.allSettled(
      lanes.map(async (lane) => {
        /** @type {Result[]} */
        const results = [];
        for (const gate of lane) {
          if (interrupted) throw new Refusal('Interrupted.');
          const own = {
            ...env,
            ...(gate.needs === 'firefox' && { BROWSERS: 'firefox' }),
            ...(gate.prefers === 'postgres' && postgres && { TEST_DATABASE_URL: postgres.url }),
            ...(gate.full && { TEST_COUNTS: 'full' }),
          };
          // What a browser shows is a matter of time, so the other lane gives way to it.
          results.push(await pass(gate, { reports, env: own, isAlone, yields: !isAlone && gate.lane === 'sources' }));
        }
        return results;
      }),
    );
    const results = ends.flatMap((end) => {
      if (end.status === 'rejected') throw end.reason;
      return end.value;
    });
    printSlowest(results);
    printTable(results);
    for (const need of needs) if (need && missing[need]) console.log(missing[need]);
    const total = sum(results);
    console.log(`\n${lastLine(total)}`);
    return total.failed === 0 ? 0 : 1;
  } finally {
    postgres?.stop();
    rmSync(reports, { recursive: true, force: true });
  }
});
