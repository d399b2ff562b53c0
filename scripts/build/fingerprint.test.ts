import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildInputs, fingerprint } from './fingerprint.ts';

/** These files decide whether and how the build runs, and not what it writes. */
const withoutTrace = [
  'scripts/build/fingerprint.ts',
  'scripts/setup/install.mjs',
  'scripts/setup/processes.mjs',
  'backend/config/load-config.ts',
];

/** Returns the files of the repository that a script or a plugin of the build imports or names. */
const filesNamedBy = (file: string): string[] => {
  const text = readFileSync(file, 'utf8');
  const imported = [...text.matchAll(/from '(\.[^']+)'/g)].map(([, path = '']) => join(dirname(file), path));
  const named = [...text.matchAll(/'([\w./-]+\.\w+)'/g)].map(([, path = '']) => join(path));
  return [...imported, ...named].filter(
    (path) => existsSync(path) && !path.startsWith('node_modules/') && !withoutTrace.includes(path),
  );
};

const filesOfTheBuild = (found: Set<string>, file: string): Set<string> => {
  if (found.has(file)) return found;
  found.add(file);
  return /\.(ts|mjs)$/.test(file) ? filesNamedBy(file).reduce(filesOfTheBuild, found) : found;
};

describe('the fingerprint of a build', () => {
  it('covers every file that the build imports, compiles or copies', () => {
    const files = [...filesOfTheBuild(new Set(), 'scripts/commands/build.ts')];
    expect(files.length).toBeGreaterThan(20);
    const isCovered = (file: string) => buildInputs.some((input) => file === input || file.startsWith(`${input}/`));
    expect(files.filter((file) => !isCovered(file))).toEqual([]);
  });

  it('changes with a file, a variable and the mode, but not with a test or the order of the variables', () => {
    const path = mkdtempSync(join(tmpdir(), 'maths-portal-inputs-'));
    const ofInputs = (mode: 'development' | 'production', variables: Record<string, string>) =>
      fingerprint({ mode, variables }, [path]);
    writeFileSync(join(path, 'a.ts'), 'a');
    const first = ofInputs('development', { VITE_A: '1', VITE_B: '2' });
    writeFileSync(join(path, 'a.test.ts'), 'test');
    expect(ofInputs('development', { VITE_B: '2', VITE_A: '1' })).toBe(first);
    const others = [ofInputs('development', { VITE_A: '3', VITE_B: '2' })];
    others.push(ofInputs('production', { VITE_A: '1', VITE_B: '2' }));
    writeFileSync(join(path, 'a.ts'), 'b');
    others.push(ofInputs('development', { VITE_A: '1', VITE_B: '2' }));
    expect(new Set([first, ...others]).size).toBe(4);
  });
});
