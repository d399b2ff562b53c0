/**
 * `npm run check [-- --only unit,types] [-- --all]`: runs each check as a process. Every failure is at the end. `--all`
 * also repeats as often as tests ask for (`counted` in backend/testing/campaign.ts).
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Check, checks } from '../checks/checks.ts';
import { type Report, resultOf } from '../checks/report.ts';
import { main, runNode, UserError } from '../setup/processes.mjs';
import { ensureBrowser, meetRequirements } from '../test-tools/requirements.ts';
import { startPostgres } from '../test-tools/postgres.ts';
import { testEnvironment } from '../test-tools/test-environment.ts';

/** The files that a failed end-to-end test writes (e2e/support/setup.ts). */
const evidence = '.cache/test-results';

const chosenChecks = ({ only, all }: { only?: string | undefined; all: boolean }): readonly Check[] => {
  if (only === undefined) return checks.filter(({ onlyAll }) => all || !onlyAll);
  const names = only.split(',');
  const unknown = names.find((name) => checks.every((check) => check.name !== name));
  if (unknown !== undefined) {
    throw new UserError(`There is no check "${unknown}". The checks: ${checks.map(({ name }) => name).join(', ')}.`);
  }
  const needed = checks.some(({ name, built }) => built && names.includes(name)) ? [...names, 'build'] : names;
  return checks.filter(({ name }) => needed.includes(name));
};

const runCheck = async ({ command: [program = '', ...args] }: Check, env: NodeJS.ProcessEnv): Promise<Report> => {
  const isVitest = program.includes('vitest');
  const reporters = isVitest ? ['--reporter=default', '--reporter=./scripts/checks/report.ts'] : [];
  const folder = mkdtempSync(join(tmpdir(), 'maths-portal-check-'));
  const file = join(folder, 'report.json');
  try {
    const code = await runNode([program, ...args, ...reporters], { env: { ...env, REPORT_FILE: file } });
    if (existsSync(file)) return resultOf(code, JSON.parse(readFileSync(file, 'utf8')));
    // A check without tests counts as one.
    const hasTests = isVitest || program.includes('test-runner');
    return resultOf(code, { passed: code === 0 && !hasTests ? 1 : 0, failures: [] });
  } finally {
    rmSync(folder, { recursive: true });
  }
};

await main(async () => {
  const { values } = parseArgs({ options: { only: { type: 'string' }, all: { type: 'boolean', default: false } } });
  const chosen = chosenChecks(values);
  const allOf = ({ needs = [], prefers = [] }: Check) => [...needs, ...prefers];
  const wanted = new Set(chosen.flatMap(allOf));
  const missing = meetRequirements([...wanted]);
  const env = { ...(await testEnvironment(process.env)), ...(values.all && { TEST_COUNTS: 'full' }) };
  if (wanted.has('browser') && !missing.has('browser')) Object.assign(env, { CHROME_PATH: ensureBrowser() });
  const postgres = wanted.has('postgres') && !missing.has('postgres') ? await startPostgres() : undefined;
  rmSync(evidence, { recursive: true, force: true });
  let interrupted = false;
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => (interrupted = true));
  const table: string[] = [];
  const failures: string[] = [];
  let total = 0;
  try {
    for (const check of chosen.filter(({ needs = [] }) => needs.every((need) => !missing.has(need)))) {
      console.log(`\n── ${check.name}`);
      const started = performance.now();
      const database = allOf(check).includes('postgres') && postgres ? { TEST_DATABASE_URL: postgres.url } : {};
      const result = await runCheck(check, { ...env, ...check.env, ...database });
      if (interrupted) throw new UserError('Interrupted.');
      total += result.passed;
      failures.push(...result.failures.map((failure) => `✗ ${check.name}: ${failure}`));
      const [passed, failed] = [result.passed, result.failures.length];
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      table.push(`${failed === 0 ? '✓' : '✗'} ${check.name}: ${passed} passed, ${failed} failed in ${seconds} s`);
    }
  } finally {
    postgres?.stop();
  }
  console.log(`\n${[...table, ...failures, ...missing.values()].join('\n')}\n`);
  console.log(`${total} passed, ${failures.length} failed`);
  return failures.length === 0 ? 0 : 1;
});
