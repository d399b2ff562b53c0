import { writeFileSync } from 'node:fs';

/** @typedef {import('vitest/node').TestModule} TestModule */
/** @typedef {import('vitest/node').TestCase} TestCase */
/** @typedef {import('./tally.mjs').Assertion} Assertion */
/** @typedef {import('./tally.mjs').TestFile} TestFile */

const textOf = (/** @type {{ message: string, stack?: string | undefined }} */ { message, stack }) => stack ?? message;

/**
 * Returns why no test of a group ran: the error of a hook of the group, or of a group around it.
 * @param {TestCase['parent']} group
 * @returns {string[]}
 */
const hookErrors = (group) => [
  ...group.errors().map(textOf),
  ...(group.type === 'module' ? [] : hookErrors(group.parent)),
];

/** @param {TestCase} test @returns {Assertion} */
const assertionOf = (test) => {
  const { state, errors = [] } = test.result();
  const messages = state === 'skipped' ? hookErrors(test.parent) : errors.map(textOf);
  return { status: state, fullName: test.fullName, failureMessages: messages, meta: { ...test.meta() } };
};

/** @param {TestModule} module @returns {TestFile} */
const fileOf = (module) => {
  const tests = [...module.children.allTests()];
  const times = tests.flatMap((test) => test.diagnostic() ?? []);
  return {
    name: module.moduleId,
    status: module.state() === 'passed' ? 'passed' : 'failed',
    message: module.errors()[0]?.message ?? '',
    assertionResults: tests.map(assertionOf),
    ...(times.length > 0 && {
      startTime: Math.min(...times.map(({ startTime }) => startTime)),
      endTime: Math.max(...times.map(({ startTime, duration }) => startTime + duration)),
    }),
  };
};

/**
 * Writes the results of a run of Vitest into the file REPORT_FILE. It tells more than Vitest's own JSON report: a test
 * that was skipped because a hook failed has the hook's message.
 */
export default class {
  /** @param {readonly TestModule[]} modules */
  onTestRunEnd(modules) {
    const file = process.env['REPORT_FILE'];
    if (file === undefined) throw new Error('REPORT_FILE is not set.');
    const testResults = modules.map(fileOf);
    writeFileSync(file, JSON.stringify({ testResults }));
  }
}
