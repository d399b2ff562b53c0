import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type PackedPackage = { tarball: string; folder: string; output: string; remove(): void };

/** Builds the package in the same way as an operator does, with these variables, and unpacks it. */
export const packPackage = (portal: string, variables: Readonly<Record<string, string>> = {}): PackedPackage => {
  const { APP_MODE: _mode, ...env } = process.env;
  const out = mkdtempSync(join(tmpdir(), 'maths-portal-packed-'));
  const output = execFileSync(process.execPath, ['scripts/commands/package.mjs', '--portal', portal, '--out', out], {
    env: { ...env, ...variables },
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
    output,
    remove: () => rmSync(out, { recursive: true, force: true }),
  };
};
