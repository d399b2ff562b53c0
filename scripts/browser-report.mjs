import { writeFileSync } from 'node:fs';

/** @typedef {import('@web/test-runner').TestSuiteResult} TestSuiteResult */

/** @param {TestSuiteResult | undefined} suite @returns {import('./tally.mjs').Assertion[]} */
const testsIn = (suite) =>
  suite === undefined
    ? []
    : [
        ...suite.tests.map(({ name, passed, skipped, error }) => ({
          status: skipped ? 'skipped' : passed ? 'passed' : 'failed',
          fullName: name,
          failureMessages: error ? [error.message ?? 'no message'] : [],
        })),
        ...suite.suites.flatMap(testsIn),
      ];

/**
 * Returns a reporter that writes the results of the browser tests in the shape of vitest's JSON report, so that one
 * function counts both.
 * @param {string | undefined} file where to write; without it the reporter writes nothing
 * @returns {import('@web/test-runner').Reporter}
 */
export const countingReporter = (file) => ({
  onTestRunFinished({ sessions }) {
    if (file === undefined) return;
    const testResults = sessions.map(({ testFile, passed, testResults: results }) => ({
      name: testFile,
      status: passed ? 'passed' : 'failed',
      assertionResults: testsIn(results),
    }));
    writeFileSync(
      file,
      JSON.stringify({ success: testResults.every(({ status }) => status === 'passed'), testResults }),
    );
  },
});
