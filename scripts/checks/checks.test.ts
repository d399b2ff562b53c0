import { existsSync, globSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checks, embeddedDatabase, longBackend, shortEndToEnd } from './checks.mjs';

/** Returns the test files that these checks name. */
const filesOf = (...names: string[]): string[] =>
  checks
    .filter(({ name }) => names.includes(name))
    .flatMap(({ command }) => command.filter((part) => /\.(e2e|test)\.ts$/.test(part)));

describe('the checks', () => {
  it('runs every end-to-end file once, in npm test or in npm run test:all', () => {
    expect(filesOf('e2e', 'e2e-long').toSorted()).toEqual(globSync('e2e/*.e2e.ts').toSorted());
  });

  it('runs every backend file once on PostgreSQL, in npm test or in npm run test:all', () => {
    const files = globSync('{backend,emulators}/**/*.test.ts');
    expect(filesOf('backend', 'campaign').toSorted()).toEqual(files.toSorted());
  });

  it.each([...longBackend, ...shortEndToEnd, ...embeddedDatabase])('finds %s, which a check names', (path) => {
    expect(existsSync(path)).toBe(true);
  });
});
