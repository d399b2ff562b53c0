import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { countTests, failedTests } from './tally.mjs';

it('says why a hook failed, for each test that did not run because of it', { timeout: 60_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'report-'));
  const test = `
    describe('a server', () => {
      beforeAll(() => Promise.reject(new Error('The port is in use.')));
      describe('that is asked', () => void it('answers', () => undefined));
    });
    it('counts', () => expect(1).toBe(2));
    it('adds', () => undefined);
  `;
  writeFileSync(join(folder, 'some.test.js'), test);
  const program = resolve('node_modules/vitest/vitest.mjs');
  const reporter = resolve('scripts/checks/vitest-report.mjs');
  const report = join(folder, 'report.json');
  const given = ['run', '--globals', `--root=${folder}`, `--reporter=${reporter}`];
  const code = await new Promise<number>((done) => {
    const env = { ...process.env, REPORT_FILE: report };
    const child = execFile(process.execPath, [program, ...given], { env }, () => done(child.exitCode ?? 0));
  });
  const written = JSON.parse(readFileSync(report, 'utf8'));
  rmSync(folder, { recursive: true });
  expect(countTests(written, code)).toEqual({ passed: 1, failed: 2 });
  expect(failedTests(written).map(({ title, message }) => [title, message.replace(/ \(line \d+\)/, '')])).toEqual([
    ['a server > that is asked > answers', 'Error: The port is in use.'],
    ['counts', 'AssertionError: expected 1 to be 2 // Object.is equality'],
  ]);
});
