import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, it, afterAll } from 'vitest';
import { isUpToDate, pinnedNode, pinnedHashes, verifyNode } from './install.mjs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

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

it.each(['start', 'dev', 'build', 'doctor'])(
  'npm run %s names a character of the path that no build survives',
  (command) => {
    for (const character of ['#', '?']) {
      const cwd = join(folder, `a ${character}b`);
      mkdirSync(cwd, { recursive: true });
      const { status, stdout, stderr } = spawnSync(process.execPath, [resolve(`scripts/commands/${command}.mjs`)], {
        cwd,
        encoding: 'utf8',
      });
      expect([status, stdout, stderr]).toEqual([
        1,
        '',
        `\nThe path ${realpathSync(cwd)} contains ${character}: rename the folder.\n`,
      ]);
    }
  },
);

const folder = mkdtempSync(join(tmpdir(), 'node-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('accepts the Node that is installed', () => {
  expect(() => verifyNode(pinnedNode)).not.toThrow();
});

it('refuses a Node in which one byte was changed', () => {
  const changed = join(folder, 'node');
  copyFileSync(pinnedNode, changed);
  writeFileSync(changed, 'x', { flag: 'a' });
  expect(() => verifyNode(changed)).toThrow(/is not the pinned Node .* Do not run it/);
});

it('refuses a platform without a pinned hash in production only', () => {
  const platform = 'plan9-mips';
  expect(() => verifyNode(pinnedNode, { platform, isProduction: true })).toThrow(
    'No hash of Node is pinned for plan9-mips.',
  );
  expect(() => verifyNode(pinnedNode, { platform, isProduction: false })).not.toThrow();
});

it('pins hashes of the version that package.json names', () => {
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(pinnedHashes.version).toBe(devDependencies.node);
  for (const hash of Object.values(pinnedHashes.programs)) expect(hash).toMatch(/^[\da-f]{64}$/);
});
