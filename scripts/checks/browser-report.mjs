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
  /** @type {Map<string, string[]>} */
  const titles = new Map();
  // A file runs in several engines.
  for (const { name, assertionResults } of ran) {
    const file = relative('.', name).replaceAll('\\', '/');
    const more = assertionResults.map(({ fullName = '' }) => fullName);
    titles.set(file, [...(titles.get(file) ?? []), ...more]);
  }
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
 * Returns a reporter that writes the results of the browser tests in the shape of `vitest-report.mjs`, so that one
 * function counts both. A test that docs/security.md cites and that did not run counts as failed.
 * @param {string | undefined} file where to write; without it the reporter writes nothing
 * @returns {import('@web/test-runner').Reporter}
 */
export const countingReporter = (file) => ({
  onTestRunFinished({ sessions }) {
    if (file === undefined) return;
    const ran = sessions.map(({ testFile, passed, testResults: results, browser }) => ({
      name: testFile,
      status: passed ? 'passed' : 'failed',
      assertionResults: testsIn(results),
      engine: browser.name,
    }));
    const named = ran.map(({ engine, assertionResults, ...file }) => ({
      ...file,
      assertionResults: assertionResults.map((test) => ({ ...test, fullName: `${engine}: ${test.fullName}` })),
    }));
    writeFileSync(file, JSON.stringify({ testResults: [...named, ...citationsIn(ran)] }));
  },
});
