import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

type Entry = { version?: string; resolved?: string; integrity?: string; link?: boolean; hasInstallScript?: boolean };

const entriesOf = (file: string): [string, Entry][] => {
  const { packages }: { packages: Record<string, Entry> } = JSON.parse(readFileSync(file, 'utf8'));
  return Object.entries(packages).filter(([path]) => path !== '');
};
const { allowScripts, dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
const entries = entriesOf('package-lock.json');

/**
 * The lock files contain no `resolved` on purpose. npm then uses the registry or mirror of the machine, and the hash
 * verifies that the downloaded package is the locked one.
 */
describe('the lock files', () => {
  // The benchmarks are installed without any install script.
  it.each(['package-lock.json', 'bench/package-lock.json'])('%s contains no git, http or hash-less entry', (file) => {
    const strange = entriesOf(file).filter(
      ([, { version = '', resolved, integrity = '', link }]) =>
        link === true || resolved !== undefined || !/^\d+\.\d+\.\d+/.test(version) || !integrity.startsWith('sha512-'),
    );
    expect(strange).toEqual([]);
  });

  it('allows only the known install scripts', () => {
    expect(allowScripts).toEqual({ node: true, esbuild: true, puppeteer: false, '@swc/core': false });
  });

  it('lists every package that wants to run an install script', () => {
    const wanting = entries
      .filter(([, entry]) => entry.hasInstallScript)
      .map(([path]) => path.split('node_modules/').at(-1));
    expect(wanting.toSorted()).toEqual(Object.keys(allowScripts).toSorted());
  });

  it('pins every direct dependency to one version', () => {
    for (const version of Object.values({ ...dependencies, ...devDependencies })) {
      expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    }
  });
});
