/**
 * `npm run check [-- --only unit,types]`: every gate, a table, and the total as the last line.
 * Each gate is an own process on the pinned Node; the first failure stops nothing, so that one run tells all.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBrowser } from './browser.mjs';
import { gates } from './gates.mjs';
import { ensureInstalled, pinnedNode } from './install.mjs';
import { startPostgres } from './postgres.mjs';
import { main, Refusal, run } from './processes.mjs';
import { countTests, lastLine, sum } from './tally.mjs';

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
  return gates.filter(({ name }) => names.includes(name));
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

await main(async () => {
  const { values } = parseArgs({ options: { only: { type: 'string' } } });
  await ensureInstalled();
  const chosen = chosenGates(values.only);
  const env = { ...process.env };
  if (chosen.some(({ needs }) => needs === 'browser')) env['CHROME_PATH'] = ensureBrowser();
  const postgres = chosen.some(({ needs }) => needs === 'postgres') ? await startPostgres() : undefined;
  const reports = mkdtempSync(join(tmpdir(), 'maths-portal-check-'));
  mkdirSync(reports, { recursive: true });
  try {
    /** @type {Result[]} */
    const results = [];
    for (const gate of chosen) {
      if (gate.needs === 'postgres' && postgres === undefined) continue;
      const database = gate.needs === 'postgres' ? { TEST_DATABASE_URL: postgres?.url } : {};
      results.push(await pass(gate, reports, { ...env, ...database }));
    }
    printTable(results);
    if (chosen.some(({ needs }) => needs === 'postgres') && postgres === undefined) {
      console.log(
        'PostgreSQL is not installed: the backend was tested on PGlite only. Debian: sudo apt-get install postgresql',
      );
    }
    const total = sum(results);
    console.log(`\n${lastLine(total)}`);
    return total.failed === 0 ? 0 : 1;
  } finally {
    postgres?.stop();
    rmSync(reports, { recursive: true, force: true });
  }
});
