import { existsSync, globSync, readFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { withImports } from '../../build/package/write.ts';

/** The folder that the check `build` wrote. */
export const builtFolder = process.env['BUILD_FOLDER'] ?? 'dist';

export type EmittedFile = { name: string; text: string };

/** Returns all files of a build that a browser can load, without the compressed copies. */
export const textFiles = (folder: string): EmittedFile[] => {
  if (!existsSync(folder)) throw new Error(`${folder} is not built: npm run build`);
  return globSync('**/*.{js,css,html,svg,json,txt}', { cwd: folder }).map((name) => ({
    name,
    text: readFileSync(join(folder, name), 'utf8'),
  }));
};

/** Returns the path of a file whose name has a hash after this name. @throws when there is not exactly one */
export const hashedName = (folder: string, name: string): string => {
  const [path, ...others] = globSync(`chunks/${name}-????????.js`, { cwd: folder });
  if (path === undefined || others.length > 0) throw new Error(`${folder} has not exactly one file for ${name}`);
  return path;
};

/** Returns a module of a build and everything that it imports statically, as paths in the folder. */
export const withStaticImports = (folder: string, entry: string): Set<string> =>
  withImports(folder, [entry], /(?:from|import)\s*["'](\.[^"']+)["']/g);

export type PackedPackage = { tarball: string; folder: string; output: string; remove(): void };

/** Builds the package in the same way as an operator does, with these variables, and unpacks it. */
export const packPackage = (
  portal: string,
  variables: Readonly<Record<string, string>> = {},
  options: readonly string[] = [],
): PackedPackage => {
  const { APP_MODE: _mode, ...env } = process.env;
  const out = mkdtempSync(join(tmpdir(), 'maths-portal-packed-'));
  const command = ['scripts/commands/package.ts', '--portal', portal, '--out', out, ...options];
  const output = execFileSync(process.execPath, command, {
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
