import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

type Entry = { version?: string; resolved?: string; integrity?: string; link?: boolean; hasInstallScript?: boolean };

const lock: { packages: Record<string, Entry> } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const { allowScripts, dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
const entries = Object.entries(lock.packages).filter(([path]) => path !== '');

/**
 * The lock file contains no `resolved` on purpose. npm then uses the registry or mirror of the machine, and the hash
 * verifies that the downloaded package is the locked one.
 */
describe('the lock file', () => {
  it('contains no git, http or hash-less entry, and only the known install scripts', () => {
    const strange = entries.filter(
      ([, { version = '', resolved, integrity = '', link }]) =>
        link === true || resolved !== undefined || !/^\d+\.\d+\.\d+/.test(version) || !integrity.startsWith('sha512-'),
    );
    expect(strange).toEqual([]);
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
