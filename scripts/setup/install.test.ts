import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isUpToDate } from './install.mjs';

const lock = (packages: Record<string, { version?: string; optional?: boolean }>) => ({
  packages: { '': { version: '0.1.0' }, ...packages },
});

describe('whether packages must be installed', () => {
  it('installs nothing when npm recorded what the lock file asks for', () => {
    expect(
      isUpToDate(lock({ 'node_modules/a': { version: '1.0.0' } }), lock({ 'node_modules/a': { version: '1.0.0' } })),
    ).toBe(true);
  });

  it('installs after a package changed its version', () => {
    expect(
      isUpToDate(lock({ 'node_modules/a': { version: '1.1.0' } }), lock({ 'node_modules/a': { version: '1.0.0' } })),
    ).toBe(false);
  });

  it('installs when nothing was ever installed', () => {
    expect(isUpToDate(lock({ 'node_modules/a': { version: '1.0.0' } }), {})).toBe(false);
  });

  it('ignores missing binaries of other platforms', () => {
    expect(isUpToDate(lock({ 'node_modules/a-win32': { version: '1.0.0', optional: true } }), lock({}))).toBe(true);
  });
});

describe('the Node that runs this', () => {
  it('runs on the Node that package.json pins', () => {
    const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(process.version).toBe(`v${devDependencies.node}`);
  });
});
