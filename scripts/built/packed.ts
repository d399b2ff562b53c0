import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type Packed = { tarball: string; folder: string; remove(): void };

/** Makes the package as an operator does, and unpacks it. */
export const packPackage = (portal: string, args: readonly string[] = []): Packed => {
  const out = mkdtempSync(join(tmpdir(), 'maths-portal-packed-'));
  const output = execFileSync(process.execPath, ['scripts/package.mjs', '--portal', portal, '--out', out, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const tarball = output.trimEnd().split('\n').at(-1) ?? '';
  const unpacked = join(out, 'unpacked');
  mkdirSync(unpacked);
  execFileSync('tar', ['-xzf', tarball, '-C', unpacked]);
  return {
    tarball,
    folder: join(unpacked, 'package'),
    remove: () => rmSync(out, { recursive: true, force: true }),
  };
};
