import { basename } from 'node:path';

/** @typedef {{ passed: number, failed: number }} Count */
/** @typedef {{ status: string, fullName?: string, failureMessages?: string[] | null, meta?: { cases?: number, note?: string } }} Assertion */
/** @typedef {{ status: string, name: string, startTime?: number, endTime?: number, message?: string, assertionResults: Assertion[] }} TestFile */
/** @typedef {{ testResults: TestFile[] }} Report */

/**
 * Counts the tests of a runner. Counts as failures: a skipped test, a file that failed before its tests, a runner that
 * reports failure without naming a test, and a run without tests.
 * @param {Report} report as the reporters of Vitest and of the browser tests write it
 * @param {number} exitCode the runner's
 * @returns {Count}
 */
export const countTests = ({ testResults }, exitCode) => {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const passed = tests.filter(({ status }) => status === 'passed').length;
  const brokenFiles = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((assertion) => assertion.status === 'passed'),
  ).length;
  const failed = tests.length - passed + brokenFiles;
  if (failed === 0 && (exitCode !== 0 || passed === 0)) return { passed, failed: 1 };
  return { passed, failed };
};

/**
 * Returns how long each file of a run took, the slowest first. Returns an empty list for a runner that measures no
 * files.
 * @param {Report} report
 * @returns {{ name: string, seconds: number }[]}
 */
export const slowestFiles = ({ testResults }) =>
  testResults
    .flatMap(({ name, startTime, endTime }) =>
      startTime === undefined || endTime === undefined ? [] : [{ name, seconds: (endTime - startTime) / 1000 }],
    )
    .sort((one, other) => other.seconds - one.seconds);

const firstLine = (/** @type {string} */ text) => text.split('\n', 1)[0] ?? '';

/** Returns the first line of a message, and the line of the test file that its stack names. */
const summaryOf = (/** @type {string} */ message, /** @type {string} */ file) => {
  const [, line] = message.split(`${basename(file)}:`, 2)[1]?.match(/^(\d+)/) ?? [];
  return line === undefined ? firstLine(message) : `${firstLine(message)} (line ${line})`;
};

/**
 * Returns the tests of a run that did not pass, each with a summary of its message. The last page of a long log then says
 * what failed.
 * @param {Report} report
 * @returns {{ file: string, title: string, message: string }[]}
 */
export const failedTests = ({ testResults }) =>
  testResults.flatMap(({ name: file, status: fileStatus, message: fileMessage = '', assertionResults }) => {
    const failures = assertionResults
      .filter(({ status }) => status !== 'passed')
      .map(({ status, fullName = '', failureMessages }) => ({
        file,
        title: fullName,
        message: summaryOf(failureMessages?.[0] ?? status, file),
      }));
    const isBroken = fileStatus === 'failed' && failures.length === 0;
    return isBroken ? [{ file, title: 'the file itself', message: firstLine(fileMessage) }] : failures;
  });

/**
 * Returns the line that the campaign prints: how many cases its tests tried, and how many tests lost something. A test
 * of several cases writes their number into its metadata.
 * @param {string} name
 * @param {Report} report
 * @param {Count} count
 */
export const casesLine = (name, { testResults }, { failed }) => {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const cases = tests.reduce((total, { meta }) => total + (meta?.cases ?? 1), 0);
  return `${name}: ${cases.toLocaleString('en')} cases, ${failed} lost`;
};

/**
 * Returns what tests wrote about the run into their metadata, each note once.
 * @param {Report} report
 */
export const notesOf = ({ testResults }) => [
  ...new Set(testResults.flatMap(({ assertionResults }) => assertionResults.flatMap(({ meta }) => meta?.note ?? []))),
];

/** @param {readonly Count[]} counts @returns {Count} */
export const sum = (counts) =>
  counts.reduce((total, { passed, failed }) => ({ passed: total.passed + passed, failed: total.failed + failed }), {
    passed: 0,
    failed: 0,
  });

/** @param {Count} count */
export const lastLine = ({ passed, failed }) => `${passed} passed, ${failed} failed`;
