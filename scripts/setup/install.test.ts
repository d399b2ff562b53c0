import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isUpToDate, pinnedNode, pinnedHashes, verifyNode } from './install.mjs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'node-'));
const { allowScripts, dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));

describe('whether packages must be installed', () => {
  const lock = (version?: string, optional = false) => ({
    packages: { '': { version: '0.1.0' }, ...(version !== undefined && { 'node_modules/a': { version, optional } }) },
  });

  it.each([
    ['nothing when npm recorded what the lock file asks for', lock('1.0.0'), lock('1.0.0'), true],
    ['after a package changed its version', lock('1.1.0'), lock('1.0.0'), false],
    ['when nothing was ever installed', lock('1.0.0'), {}, false],
    ['no binaries of other platforms', lock('1.0.0', true), lock(), true],
  ])('installs %s', (_, wanted, installed, isDone) => {
    expect(isUpToDate(wanted, installed)).toBe(isDone);
  });
});

it.each(['#', '?'])('names the %s in a path that no build survives', (character) => {
  const cwd = join(folder, `a ${character}b`);
  mkdirSync(cwd, { recursive: true });
  const { status, stdout, stderr } = spawnSync(process.execPath, [resolve('scripts/commands/run.mjs')], {
    cwd,
    encoding: 'utf8',
  });
  const sentence = `\nThe path ${realpathSync(cwd)} contains ${character}: rename the folder.\n`;
  expect([status, stdout, stderr]).toEqual([1, '', sentence]);
});

it('accepts the Node that is installed, and refuses one in which a byte was changed', { timeout: 30_000 }, () => {
  expect(() => verifyNode(pinnedNode)).not.toThrow();
  const changed = join(folder, 'node');
  copyFileSync(pinnedNode, changed);
  writeFileSync(changed, 'x', { flag: 'a' });
  expect(() => verifyNode(changed)).toThrow(/is not the pinned Node .* Do not run it/);
  const platform = 'plan9-mips';
  expect(() => verifyNode(pinnedNode, { platform, isProduction: false })).not.toThrow();
  expect(() => verifyNode(pinnedNode, { platform, isProduction: true })).toThrow('No hash of Node is pinned for plan9');
});

it('runs on the Node that package.json pins, and has its hashes', () => {
  expect([process.version, pinnedHashes.version]).toEqual([`v${devDependencies.node}`, devDependencies.node]);
  for (const hash of Object.values(pinnedHashes.programs)) expect(hash).toMatch(/^[\da-f]{64}$/);
});

type Entry = { version?: string; resolved?: string; integrity?: string; link?: boolean; hasInstallScript?: boolean };

const entriesOf = (file: string): [string, Entry][] => {
  const { packages }: { packages: Record<string, Entry> } = JSON.parse(readFileSync(file, 'utf8'));
  return Object.entries(packages).filter(([path]) => path !== '');
};

/** They contain no `resolved`: npm then uses the registry of the machine, and the hash verifies the package. */
describe('the lock files', () => {
  // The benchmarks are installed without any install script.
  it.each(['package-lock.json', 'bench/package-lock.json'])('%s contains no git, http or hash-less entry', (file) => {
    const strange = entriesOf(file).filter(
      ([, { version = '', resolved, integrity = '', link }]) =>
        link === true || resolved !== undefined || !/^\d+\.\d+\.\d+/.test(version) || !integrity.startsWith('sha512-'),
    );
    expect(strange).toEqual([]);
  });

  it('allows only the known install scripts, and knows every package that wants to run one', () => {
    expect(allowScripts).toEqual({ node: true, esbuild: true, puppeteer: false, '@swc/core': false });
    const wanting = entriesOf('package-lock.json').filter(([, entry]) => entry.hasInstallScript);
    const names = wanting.map(([path]) => path.split('node_modules/').at(-1));
    expect(names.toSorted()).toEqual(Object.keys(allowScripts).toSorted());
  });

  it('pins every direct dependency to one version', () => {
    for (const version of Object.values({ ...dependencies, ...devDependencies })) {
      expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    }
  });
});
