import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { pinnedNode } from './install.mjs';
import { pinnedHashes, verifyNode } from './node-binary.mjs';

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
