import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  campaign,
  checks,
  counting,
  longBackend,
  longCampaign,
  pooledTests,
  shortEndToEnd,
  storeTests,
} from './checks.mjs';

/** Returns the files that a check names. A check without a name runs the whole project. */
const filesOf = (name: string): string[] =>
  checks.find((check) => check.name === name)?.command.filter((part) => /\.(e2e|test)\.ts$/.test(part)) ?? [];

describe('the checks', () => {
  it('runs every end-to-end file once, in npm test or in npm run test:all', () => {
    const files = globSync('e2e/*.e2e.ts');
    const given = ['e2e', 'e2e-long', 'campaign'].flatMap(filesOf).filter((file) => file.endsWith('.e2e.ts'));
    expect(given.toSorted()).toEqual(files.toSorted());
  });

  it.each([...longBackend, ...longCampaign, ...shortEndToEnd, ...storeTests, ...pooledTests, ...campaign])(
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

  it('runs every backend test on PostgreSQL, and those that use a database on PGlite too, in npm run test:all', () => {
    const files = globSync('{backend,emulators}/**/*.test.ts').filter((file) => !file.includes('.campaign.'));
    const ofBackend = ['backend', 'backend-long', 'campaign'].flatMap(filesOf).filter((file) => files.includes(file));
    expect([...new Set(ofBackend)].toSorted()).toEqual(files.toSorted());
    expect(checks.filter(({ name }) => name.startsWith('backend')).map(({ name, prefers }) => [name, prefers])).toEqual(
      [
        ['backend', ['postgres']],
        ['backend-long', ['postgres']],
        ['backend-pglite', undefined],
      ],
    );
    const onPglite = filesOf('backend-pglite');
    expect(onPglite).toEqual(expect.arrayContaining(storeTests.filter((path) => path.endsWith('.ts'))));
    expect(onPglite).toContain('backend/api/session.route.test.ts');
    expect(onPglite).toContain('backend/crash.test.ts');
    expect(files.filter((file) => !onPglite.includes(file))).toContain('backend/db/data-folder.test.ts');
  });
});
