import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { campaign, checks, counting, longEndToEnd, storeTests } from './checks.mjs';

const commandOf = (name: string): string => checks.find((check) => check.name === name)?.command.join(' ') ?? '';

describe('the checks', () => {
  it('run every end-to-end file once, in npm test or in npm run test:all', () => {
    const files = globSync('e2e/*.e2e.ts');
    const given = `${commandOf('e2e')} ${commandOf('e2e-long')} ${commandOf('campaign')}`
      .split(' ')
      .filter((part) => part.endsWith('.e2e.ts'));
    expect(given.toSorted()).toEqual(files.toSorted());
  });

  it.each([...longEndToEnd, ...storeTests, ...campaign])('name only existing files in %s', (path) => {
    expect(existsSync(path)).toBe(true);
  });

  it('repeat at full counts each file that counts', () => {
    const files = globSync('{backend,deploy}/**/*.test.ts').filter((file) =>
      readFileSync(file, 'utf8').includes('/campaign.ts'),
    );
    expect(files.toSorted()).toEqual(counting.toSorted());
  });

  it('run every backend test on both databases in npm run test:all', () => {
    const whole = checks.filter(({ command }) => command.join(' ') === commandOf('backend'));
    expect(whole.map(({ name, prefers }) => [name, prefers])).toEqual([
      ['backend', 'postgres'],
      ['backend-pglite', undefined],
    ]);
  });
});
