import { describe, expect, it } from 'vitest';
import { casesLine, countTests, failedTests, lastLine, notesOf, slowestFiles, sum } from './tally.mjs';

const file = (status: string, ...tests: string[]) => ({
  name: 'a.test.ts',
  status,
  assertionResults: tests.map((each) => ({ status: each })),
});
const report = (...testResults: ReturnType<typeof file>[]) => ({ testResults });

describe('counting the tests of a run', () => {
  it('counts each test once', () => {
    expect(countTests(report(file('failed', 'passed', 'failed'), file('passed', 'passed')), 1)).toEqual({
      passed: 2,
      failed: 1,
    });
  });

  it('counts a run without tests as a failure', () => {
    expect(countTests(report(), 0)).toEqual({ passed: 0, failed: 1 });
  });

  it.each(['skipped', 'todo', 'pending'])('counts a test that is %s as a failure', (status) => {
    expect(countTests(report(file('passed', 'passed', status)), 0)).toEqual({ passed: 1, failed: 1 });
  });

  it('counts a file that failed before its first test as a failure', () => {
    expect(countTests(report(file('failed'), file('passed', 'passed')), 1)).toEqual({ passed: 1, failed: 1 });
  });

  it('reports a failure when the runner failed but no test did', () => {
    expect(countTests(report(file('passed', 'passed')), 1)).toEqual({ passed: 1, failed: 1 });
  });

  it('lists the slowest files first, and nothing for a runner that measures no files', () => {
    const measured = (name: string, seconds: number) => ({
      ...file('passed', 'passed'),
      name,
      startTime: 1_000,
      endTime: 1_000 + seconds * 1_000,
    });
    expect(slowestFiles(report(measured('a', 0.5), file('passed', 'passed'), measured('b', 2)))).toEqual([
      { name: 'b', seconds: 2 },
      { name: 'a', seconds: 0.5 },
    ]);
  });

  it('names each test that did not pass, with the first line of its message and its place', () => {
    const failed = {
      status: 'failed',
      fullName: 'a form keeps its text',
      failureMessages: ['Expected a.\n    at /x/a.test.ts:31:5'],
    };
    const skipped = { status: 'skipped', fullName: 'a form moves its focus', failureMessages: null };
    const results = [{ ...file('failed', 'passed'), assertionResults: [{ status: 'passed' }, failed, skipped] }];
    expect(failedTests(report(...results))).toEqual([
      { file: 'a.test.ts', title: 'a form keeps its text', message: 'Expected a. (line 31)' },
      { file: 'a.test.ts', title: 'a form moves its focus', message: 'skipped' },
    ]);
  });

  it('names a file that failed before its first test', () => {
    const broken = { ...file('failed'), message: 'No such module.\nat line 1' };
    expect(failedTests(report(broken))).toEqual([
      { file: 'a.test.ts', title: 'the file itself', message: 'No such module.' },
    ]);
  });

  it('ends with one line that contains the totals', () => {
    expect(
      lastLine(
        sum([
          { passed: 2, failed: 1 },
          { passed: 3, failed: 0 },
        ]),
      ),
    ).toBe('5 passed, 1 failed');
  });
});

describe('the line of the campaign', () => {
  it('adds the cases of each test, one for a test without a number, and counts what failed', () => {
    const assertionResults = [{ status: 'passed', meta: { cases: 1_200 } }, { status: 'failed' }];
    const testResults = [{ name: 'a.test.ts', status: 'failed', assertionResults }];
    expect(casesLine('campaign', { testResults }, { passed: 1, failed: 1 })).toBe('campaign: 1,201 cases, 1 lost');
  });
});

describe('the notes of a run', () => {
  it('contain each note once', () => {
    const assertionResults = ['one', 'one', 'two'].map((note) => ({ status: 'passed', meta: { note } }));
    const testResults = [{ name: 'a.test.ts', status: 'passed', assertionResults }, file('passed', 'passed')];
    expect(notesOf({ testResults })).toEqual(['one', 'two']);
  });
});
