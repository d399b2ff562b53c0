import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';

/**
 * What a run of tests reports: the number of tests that passed, and a line for each that did not.
 * @typedef {{ passed: number, failures: string[] }} Report
 */

const firstLine = (/** @type {string} */ text) => text.split('\n', 1)[0] ?? '';
const pathOf = (/** @type {string} */ file) => relative('.', file).replaceAll('\\', '/');

const write = (/** @type {Report} */ report) => {
  const file = process.env['REPORT_FILE'];
  if (file !== undefined) writeFileSync(file, JSON.stringify(report));
};

/**
 * Returns the result of a check. A runner without tests, and one that fails without the name of a test, has one
 * failure.
 * @param {number} exitCode the runner's
 * @param {Report} [report] undefined when the runner wrote none
 * @returns {Report}
 */
export const resultOf = (exitCode, { passed, failures } = { passed: 0, failures: [] }) => {
  if (failures.length > 0) return { passed, failures };
  if (exitCode !== 0) return { passed, failures: [`ended with the exit code ${exitCode}`] };
  return { passed, failures: passed === 0 ? ['ran no test'] : [] };
};

/** @typedef {import('vitest/node').TestModule} TestModule */
/** @typedef {import('vitest/node').TestCase} TestCase */

/**
 * Returns why no test of a group ran: the errors of the hooks of the group, and of the groups around it.
 * @param {TestCase['parent']} group
 * @returns {string[]}
 */
const hookErrors = (group) => [
  ...group.errors().map(({ message }) => message),
  ...(group.type === 'module' ? [] : hookErrors(group.parent)),
];

/** @param {TestModule} module */
const failuresOf = (module) => {
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
  /** @param {readonly TestModule[]} modules */
  onTestRunEnd(modules) {
    const tests = modules.flatMap((module) => [...module.children.allTests('passed')]);
    write({ passed: tests.length, failures: modules.flatMap(failuresOf) });
  }
}

/** @typedef {import('@web/test-runner').TestSuiteResult} TestSuiteResult */

/** @param {TestSuiteResult | undefined} suite @returns {TestSuiteResult['tests']} */
const testsIn = (suite) => (suite === undefined ? [] : [...suite.tests, ...suite.suites.flatMap(testsIn)]);

/**
 * The reporter of the browser tests, by the same rules.
 * @returns {import('@web/test-runner').Reporter}
 */
export const browserReporter = () => ({
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
