import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { campaign, checks, counting, longEndToEnd, pooledTests, storeTests } from './checks.mjs';

const commandOf = (name: string): string => checks.find((check) => check.name === name)?.command.join(' ') ?? '';

describe('the checks', () => {
  it('runs every end-to-end file once, in npm test or in npm run test:all', () => {
    const files = globSync('e2e/*.e2e.ts');
    const given = `${commandOf('e2e')} ${commandOf('e2e-long')} ${commandOf('campaign')}`
      .split(' ')
      .filter((part) => part.endsWith('.e2e.ts'));
    expect(given.toSorted()).toEqual(files.toSorted());
  });

  it.each([...longEndToEnd, ...storeTests, ...pooledTests, ...campaign])(
    'finds the file %s that a check names',
    (path) => {
      expect(existsSync(path)).toBe(true);
    },
  );

  it('repeats each file at full counts that counts', () => {
    const files = globSync('{backend,deploy}/**/*.test.ts').filter((file) =>
      readFileSync(file, 'utf8').includes('/campaign.ts'),
    );
    expect(files.toSorted()).toEqual(counting.toSorted());
  });

  it('runs every backend test on both databases in npm run test:all', () => {
    const whole = checks.filter(({ command }) => command.join(' ') === commandOf('backend'));
    expect(whole.map(({ name, prefers }) => [name, prefers])).toEqual([
      ['backend', ['postgres']],
      ['backend-pglite', undefined],
    ]);
  });
});
