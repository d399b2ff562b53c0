/**
 * `npm run check [-- --only unit,types] [-- --all] [-- --no-install]`: runs the light checks two at a time and the others
 * one after another. Prints a table and, as the last line, the total. Each check is a separate process
 * on the pinned Node. A failure does not stop the other checks, so one run reports all failures. Root's Debian gets the
 * packages that are missing, except with `--no-install`.
 */
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBrowser } from '../test-tools/browser.mjs';
import { checks } from '../checks/checks.mjs';
import { pinnedNode } from '../setup/install.mjs';
import { thisMachine } from '../test-tools/machine.mjs';
import { startPostgres } from '../test-tools/postgres.mjs';
import { main, UserError, run } from '../setup/processes.mjs';
import { isRegistryReachable } from '../checks/registry.mjs';
import { meetRequirements } from '../test-tools/requirements.mjs';
import { casesLine, countTests, failedTests, lastLine, notesOf, slowestFiles, sum } from '../checks/tally.mjs';
import { testEnvironment } from '../test-tools/test-environment.mjs';

/** @typedef {import('../checks/checks.mjs').Check} Check */
/** @typedef {import('../checks/checks.mjs').Need} Need */
/** @typedef {{ name: string, seconds: number }} TimedFile */
/** @typedef {import('../checks/tally.mjs').Count & { name: string, seconds: number, files: TimedFile[], failures: ReturnType<typeof failedTests>, notes: string[] }} Result */

/** The files that a failed end-to-end test writes (e2e/support/evidence.ts). */
const evidence = '.cache/test-results';

/** @param {{ only?: string | undefined, all: boolean }} options @returns {readonly Check[]} */
const chosenChecks = ({ only, all }) => {
  if (only === undefined) return checks.filter(({ onlyAll }) => all || !onlyAll);
  const names = only.split(',');
  const unknown = names.find((name) => checks.every((check) => check.name !== name));
  if (unknown !== undefined) {
    throw new UserError(`There is no check "${unknown}". The checks: ${checks.map(({ name }) => name).join(', ')}.`);
  }
  const needed = checks.some(({ name, built }) => built && names.includes(name)) ? [...names, 'build'] : names;
  return checks.filter(({ name }) => needed.includes(name));
};

/**
 * @param {Check} check
 * @param {object} how
 * @param {string} how.reports a folder for the runners' reports
 * @param {NodeJS.ProcessEnv} how.env
 * @param {boolean} how.isAlone whether no other check writes to the terminal at the same time; otherwise the output is written at the end
 * @returns {Promise<Result>}
 */
const pass = async ({ name, command, report = false, cases = false }, { reports, env, isAlone }) => {
  console.log(isAlone ? `\n── ${name}` : `… ${name}`);
  const started = performance.now();
  const file = join(reports, `${name}.json`);
  const log = join(reports, `${name}.log`);
  const output = isAlone ? null : openSync(log, 'w');
  const reporters = command[0]?.includes('vitest')
    ? ['--reporter=default', '--reporter=./scripts/checks/vitest-report.mjs']
    : [];
  const code = await run(pinnedNode, [...command, ...reporters], {
    env: { ...env, REPORT_FILE: file },
    stdio: output === null ? 'inherit' : ['ignore', output, output],
  });
  const seconds = (performance.now() - started) / 1000;
  if (output !== null) {
    closeSync(output);
    console.log(`\n── ${name}: ${seconds.toFixed(1)} s\n${readFileSync(log, 'utf8')}`);
  }
  if (!report)
    return {
      name,
      seconds,
      files: [],
      failures: [],
      notes: [],
      passed: code === 0 ? 1 : 0,
      failed: code === 0 ? 0 : 1,
    };
  const written = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { testResults: [] };
  const count = countTests(written, code);
  if (cases) console.log(casesLine(name, written, count));
  const [files, failures, notes] = [slowestFiles(written), failedTests(written), notesOf(written)];
  return { name, seconds, files, failures, notes, ...count };
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
const printFailures = (results) => {
  const failures = results.flatMap(({ name, failures: tests }) => tests.map((test) => ({ ...test, check: name })));
  if (failures.length > 0) console.log('\nThe tests that failed:');
  for (const { check, file, title, message } of failures) {
    console.log(`✗ ${relative('.', file)} (${check})\n    ${title}\n    ${message}`);
  }
};

/** @param {readonly Result[]} results */
const printSlowest = (results) => {
  const files = results.flatMap(({ name, files: timed }) => timed.map((file) => ({ ...file, check: name })));
  const slowest = files.sort((one, other) => other.seconds - one.seconds).slice(0, 15);
  if (slowest.length > 1) console.log('\nThe slowest test files:');
  for (const { check, name, seconds } of slowest) {
    console.log(`${seconds.toFixed(1).padStart(7)} s  ${relative('.', name)} (${check})`);
  }
};

/**
 * Installs what is missing on this machine for the checks, if it allows that. Returns why checks are left out, by what is still
 * missing.
 * @param {ReadonlySet<Need>} needs
 * @param {import('../test-tools/machine.mjs').Machine} machine
 */
const whatIsMissing = (needs, machine) => {
  /** @type {Map<Need, string>} */
  const missing = new Map(
    meetRequirements(
      [...needs].filter((need) => need !== 'registry'),
      machine,
    ),
  );
  if (needs.has('registry') && !isRegistryReachable()) {
    missing.set(
      'registry',
      'The package registry cannot be reached: the examples were left out. Run npm run check -- --only examples with a network.',
    );
  }
  return missing;
};

await main(async () => {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      all: { type: 'boolean', default: false },
      'no-install': { type: 'boolean', default: false },
    },
  });
  const chosen = chosenChecks(values);
  const machine = values['no-install'] ? { ...thisMachine, canInstall: () => false } : thisMachine;
  const needs = new Set(chosen.flatMap(({ needs: own = [], prefers = [] }) => [...own, ...prefers]));
  const missing = whatIsMissing(needs, machine);
  const has = (/** @type {Need} */ need) => needs.has(need) && !missing.has(need);
  const env = await testEnvironment(process.env);
  if (has('browser')) Object.assign(env, { CHROME_PATH: ensureBrowser() });
  const postgres = has('postgres') ? await startPostgres() : undefined;
  const reports = mkdtempSync(join(tmpdir(), 'maths-portal-check-'));
  rmSync(evidence, { recursive: true, force: true });
  let interrupted = false;
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => (interrupted = true));
  try {
    const enginesOf = (/** @type {Check} */ { engines = {} }) =>
      Object.fromEntries(
        Object.entries(engines).filter(([engine]) => [...missing.keys()].every((need) => need !== engine)),
      );
    const isPossible = (/** @type {Check} */ check) =>
      (check.needs ?? []).every((need) => !missing.has(need)) &&
      (check.engines === undefined || Object.keys(enginesOf(check)).length > 0);
    const possible = chosen.filter(isPossible);
    /** @type {Result[]} */
    const results = [];
    const passOne = async (/** @type {Check} */ check, /** @type {boolean} */ isAlone) => {
      if (interrupted) throw new UserError('Interrupted.');
      const own = {
        ...env,
        ...(check.engines && { BROWSER_TESTS: JSON.stringify(enginesOf(check)) }),
        ...(check.prefers?.includes('postgres') && postgres && { TEST_DATABASE_URL: postgres.url }),
        ...(check.full && { TEST_COUNTS: 'full' }),
      };
      results.push(await pass(check, { reports, env: own, isAlone }));
    };
    const passAll = async (/** @type {readonly Check[]} */ some) => {
      const light = some.filter((check) => check.light);
      const isAlone = light.length < 2;
      const waiting = [...light];
      const build = Promise.withResolvers();
      if (light.every(({ name }) => name !== 'build')) build.resolve(undefined);
      const passLight = async () => {
        for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
          // The other lane may still be building.
          if (check.built) await build.promise;
          try {
            await passOne(check, isAlone);
          } finally {
            if (check.name === 'build') build.resolve(undefined);
          }
        }
      };
      const ends = await Promise.allSettled([passLight(), passLight()]);
      for (const end of ends) if (end.status === 'rejected') throw end.reason;
      // The others keep both cores of a small machine busy, and many have time limits.
      for (const check of some.filter(({ light: isLight }) => !isLight)) await passOne(check, true);
    };
    await passAll(possible.filter(({ onlyAll }) => !onlyAll));
    if (values.all) console.log(`\nThe checks of npm test took ${(performance.now() / 60_000).toFixed(1)} minutes.`);
    await passAll(possible.filter(({ onlyAll }) => onlyAll));
    printSlowest(results);
    printFailures(results);
    printTable(results);
    for (const line of [...results.flatMap(({ notes }) => notes), ...missing.values()]) console.log(line);
    const total = sum(results);
    console.log(`\n${lastLine(total)}`);
    return total.failed === 0 ? 0 : 1;
  } finally {
    postgres?.stop();
    rmSync(reports, { recursive: true, force: true });
  }
});
