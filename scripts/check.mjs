/**
 * `npm run check [-- --only unit,types]`: every gate, a table, and the total as the last line.
 * Each gate is an own process on the pinned Node; the first failure stops nothing, so that one run tells all.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBrowser, findFirefox } from './browser.mjs';
import { gates } from './gates.mjs';
import { ensureInstalled, pinnedNode } from './install.mjs';
import { startPostgres } from './postgres.mjs';
import { main, Refusal, run } from './processes.mjs';
import { countTests, lastLine, sum } from './tally.mjs';
import { testEnvironment } from './test-environment.mjs';

/** @typedef {import('./gates.mjs').Gate} Gate */
/** @typedef {import('./tally.mjs').Count & { name: string, seconds: number }} Result */

/** @param {string | undefined} only @returns {readonly Gate[]} */
const chosenGates = (only) => {
  if (only === undefined) return gates;
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
 * @param {string} reports a folder for the runners' reports
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Result>}
 */
const pass = async ({ name, command, report = false }, reports, env) => {
  console.log(`\n── ${name}`);
  const started = performance.now();
  const file = join(reports, `${name}.json`);
  const reporters = command[0]?.includes('vitest')
    ? ['--reporter=default', '--reporter=json', `--outputFile=${file}`]
    : [];
  const code = await run(pinnedNode, [...command, ...reporters], { env: { ...env, REPORT_FILE: file } });
  const seconds = (performance.now() - started) / 1000;
  if (!report) return { name, seconds, passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 };
  const written = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { testResults: [] };
  return { name, seconds, ...countTests(written, code) };
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
  const { values } = parseArgs({ options: { only: { type: 'string' } } });
  await ensureInstalled();
  const chosen = chosenGates(values.only);
  const needs = new Set(chosen.map((gate) => gate.needs));
  const env = await testEnvironment(process.env);
  if (needs.has('browser')) Object.assign(env, { CHROME_PATH: ensureBrowser() });
  const postgres = needs.has('postgres') ? await startPostgres() : undefined;
  const missing = leftOut(postgres, findFirefox());
  const extra = { postgres: { TEST_DATABASE_URL: postgres?.url }, firefox: { BROWSERS: 'firefox' }, browser: {} };
  const reports = mkdtempSync(join(tmpdir(), 'maths-portal-check-'));
  let interrupted = false;
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => (interrupted = true));
  try {
    /** @type {Result[]} */
    const results = [];
    for (const gate of chosen.filter(({ needs: need }) => need === undefined || missing[need] === undefined)) {
      if (interrupted) throw new Refusal('Interrupted.');
      results.push(await pass(gate, reports, { ...env, ...(gate.needs && extra[gate.needs]) }));
    }
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
