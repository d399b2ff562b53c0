import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestSuiteResult } from '@web/test-runner';
import type { TestCase, TestModule } from 'vitest/node';

/** What a run of tests reports: the number of tests that passed, and a line for each that did not. */
export type Report = { passed: number; failures: string[] };

const firstLine = (text: string) => text.split('\n', 1)[0] ?? '';
const pathOf = (file: string) => relative('.', file).replaceAll('\\', '/');

const write = (report: Report) => {
  const file = process.env['REPORT_FILE'];
  if (file !== undefined) writeFileSync(file, JSON.stringify(report));
};

/**
 * Returns the result of a check. A runner without tests, and one that fails without the name of a test, has one
 * failure. The report is undefined when the runner wrote none.
 */
export const resultOf = (exitCode: number, { passed, failures }: Report = { passed: 0, failures: [] }): Report => {
  if (failures.length > 0) return { passed, failures };
  if (exitCode !== 0) return { passed, failures: [`ended with the exit code ${exitCode}`] };
  return { passed, failures: passed === 0 ? ['ran no test'] : [] };
};

/** Returns why no test of a group ran: the errors of the hooks of the group, and of the groups around it. */
const hookErrors = (group: TestCase['parent']): string[] => [
  ...group.errors().map(({ message }) => message),
  ...(group.type === 'module' ? [] : hookErrors(group.parent)),
];

const failuresOf = (module: TestModule): string[] => {
  const file = pathOf(module.moduleId);
  const failures = [...module.children.allTests()].flatMap((test) => {
    const { state, errors = [] } = test.result();
    if (state === 'passed') return [];
    const [message = state] = state === 'skipped' ? hookErrors(test.parent) : errors.map((error) => error.message);
    return [`${file} > ${test.fullName}: ${firstLine(message)}`];
  });
  if (failures.length > 0 || module.state() === 'passed') return failures;
  return [`${file}: ${firstLine(module.errors()[0]?.message ?? module.state())}`];
};

/** The reporter of Vitest. A test that was skipped is a failure; if a hook failed, the line names the hook's error. */
export default class {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests('passed')]);
    write({ passed: tests.length, failures: modules.flatMap(failuresOf) });
  }
}

const testsIn = (suite: TestSuiteResult | undefined): TestSuiteResult['tests'] =>
  suite === undefined ? [] : [...suite.tests, ...suite.suites.flatMap(testsIn)];

/** The reporter of the browser tests, by the same rules. */
export const browserReporter = (): Reporter => ({
  onTestRunFinished({ sessions }) {
    const failures = sessions.flatMap(({ testFile, browser, passed, testResults, errors }) => {
      const place = `${pathOf(testFile)} (${browser.name})`;
      const tests = testsIn(testResults)
        .filter((test) => test.skipped || !test.passed)
        .map(
          ({ name, skipped, error }) =>
            `${place} > ${name}: ${firstLine(error?.message ?? (skipped ? 'skipped' : 'failed'))}`,
        );
      if (tests.length > 0 || passed) return tests;
      return [`${place}: ${firstLine(errors[0]?.message ?? 'failed')}`];
    });
    const all = sessions.flatMap(({ testResults }) => testsIn(testResults));
    write({ passed: all.filter(({ passed, skipped }) => passed && !skipped).length, failures });
  },
});
