import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { resultOf } from './report.ts';

it('counts each test that passed, and names each other one with its error or the error of a hook', {
  timeout: 60_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'report-'));
  const test = `
    describe('a server', () => {
      beforeAll(() => Promise.reject(new Error('The port is in use.')));
      describe('that is asked', () => void it('answers', () => undefined));
    });
    it('counts', () => expect(1).toBe(2));
    it('adds', () => undefined);
    it.skip('waits', () => undefined);
    it.todo('sleeps');
  `;
  writeFileSync(join(folder, 'some.test.js'), test);
  writeFileSync(join(folder, 'broken.test.js'), 'throw new Error("No such module.")');
  const program = resolve('node_modules/vitest/vitest.mjs');
  const report = join(folder, 'report.json');
  const given = ['run', '--globals', `--root=${folder}`, `--reporter=${resolve('scripts/checks/report.ts')}`];
  const env = { ...process.env, REPORT_FILE: report };
  await new Promise<void>((done) => void execFile(process.execPath, [program, ...given], { env }, () => done()));
  const { passed, failures } = JSON.parse(readFileSync(report, 'utf8'));
  expect(passed).toBe(1);
  expect(failures.map((failure: string) => failure.replace(/^.*report-[^/]*\//, '')).toSorted()).toEqual([
    'broken.test.js: No such module.',
    'some.test.js > a server > that is asked > answers: The port is in use.',
    'some.test.js > counts: expected 1 to be 2 // Object.is equality',
    'some.test.js > sleeps: skipped',
    'some.test.js > waits: skipped',
  ]);
});

describe('the result of a check', () => {
  it.each([
    ['passes with its tests', 0, { passed: 2, failures: [] }, []],
    ['fails with a test', 1, { passed: 2, failures: ['counts'] }, ['counts']],
    ['fails without any test', 0, { passed: 0, failures: [] }, ['ran no test']],
    ['fails when its runner wrote nothing', 0, undefined, ['ran no test']],
    [
      'fails when its runner fails and no test does',
      137,
      { passed: 2, failures: [] },
      ['ended with the exit code 137'],
    ],
  ])('%s', (_what, code, report, failures) => {
    expect(resultOf(code, report).failures).toEqual(failures);
  });
});
