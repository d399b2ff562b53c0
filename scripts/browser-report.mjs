import { readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { citedTests, missingTests } from './cited-tests.mjs';

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
 * Returns a failed result for each test that docs/security.md cites from these files and that did not run.
 * @param {readonly Pick<import('./tally.mjs').TestFile, 'name' | 'assertionResults'>[]} ran
 * @returns {import('./tally.mjs').TestFile[]}
 */
const citationsIn = (ran) => {
  const titles = new Map(
    ran.map(({ name, assertionResults }) => [
      relative('.', name).replaceAll('\\', '/'),
      assertionResults.map(({ fullName = '' }) => fullName),
    ]),
  );
  const cited = citedTests(readFileSync('docs/security.md', 'utf8'));
  return missingTests(cited, titles).map(({ file, title }) => ({
    name: file,
    status: 'failed',
    assertionResults: [
      { status: 'failed', fullName: title, failureMessages: ['docs/security.md cites this test, and it did not run.'] },
    ],
  }));
};

/**
 * Returns a reporter that writes the results of the browser tests in the shape of vitest's JSON report, so that one
 * function counts both. A test that docs/security.md cites and that did not run counts as failed.
 * @param {string | undefined} file where to write; without it the reporter writes nothing
 * @returns {import('@web/test-runner').Reporter}
 */
export const countingReporter = (file) => ({
  onTestRunFinished({ sessions }) {
    if (file === undefined) return;
    const ran = sessions.map(({ testFile, passed, testResults: results }) => ({
      name: testFile,
      status: passed ? 'passed' : 'failed',
      assertionResults: testsIn(results),
    }));
    const testResults = [...ran, ...citationsIn(ran)];
    writeFileSync(
      file,
      JSON.stringify({ success: testResults.every(({ status }) => status === 'passed'), testResults }),
    );
  },
});
