import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

type Entry = { version?: string; resolved?: string; integrity?: string; link?: boolean; hasInstallScript?: boolean };

const lock: { packages: Record<string, Entry> } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const { allowScripts, dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
const entries = Object.entries(lock.packages).filter(([path]) => path !== '');

/**
 * The lock file holds no `resolved` on purpose: npm then asks the machine's own registry or mirror, and the hash
 * decides whether what came is what was locked.
 */
describe('what we install is what we locked', () => {
  it('no git, http or hash-less entry; scripts list unchanged', () => {
    const strange = entries.filter(
      ([, { version = '', resolved, integrity = '', link }]) =>
        link === true || resolved !== undefined || !/^\d+\.\d+\.\d+/.test(version) || !integrity.startsWith('sha512-'),
    );
    expect(strange).toEqual([]);
    expect(allowScripts).toEqual({ node: true, esbuild: true, puppeteer: false, '@swc/core': false });
  });

  it('every package that wants to run an install script is on the list', () => {
    const wanting = entries
      .filter(([, entry]) => entry.hasInstallScript)
      .map(([path]) => path.split('node_modules/').at(-1));
    expect(wanting.toSorted()).toEqual(Object.keys(allowScripts).toSorted());
  });

  it('every direct dependency is pinned to one version', () => {
    for (const version of Object.values({ ...dependencies, ...devDependencies })) {
      expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    }
  });
});
