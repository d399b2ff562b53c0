import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { buildInputs, fingerprint } from './fingerprint.mjs';

const made: string[] = [];
afterAll(() => {
  for (const path of made) rmSync(path, { recursive: true });
});

const folder = (files: Record<string, string>) => {
  const path = mkdtempSync(join(tmpdir(), 'maths-portal-inputs-'));
  made.push(path);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text);
  return path;
};
const settings = { mode: 'development', variables: { VITE_A: '1', VITE_B: '2' } } as const;

/** These files decide whether and how the build runs, and not what it writes. */
const withoutTrace = [
  'scripts/build/fingerprint.mjs',
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
    const files = [...filesOfTheBuild(new Set(), 'scripts/commands/build.mjs')];
    expect(files.length).toBeGreaterThan(20);
    const isCovered = (file: string) => buildInputs.some((input) => file === input || file.startsWith(`${input}/`));
    expect(files.filter((file) => !isCovered(file))).toEqual([]);
  });

  it('stays the same when only the order of the variables changes', () => {
    const inputs = [folder({ 'a.ts': 'a' })];
    const turned = { mode: 'development', variables: { VITE_B: '2', VITE_A: '1' } } as const;
    expect(fingerprint(turned, inputs)).toBe(fingerprint(settings, inputs));
  });

  it('changes with a file', () => {
    const path = folder({ 'a.ts': 'a' });
    const before = fingerprint(settings, [path]);
    writeFileSync(join(path, 'a.ts'), 'b');
    expect(fingerprint(settings, [path])).not.toBe(before);
  });

  it('changes with a variable and with the mode', () => {
    const inputs = [folder({ 'a.ts': 'a' })];
    const { variables } = settings;
    const all = [
      fingerprint(settings, inputs),
      fingerprint({ mode: 'development', variables: { ...variables, VITE_A: '3' } }, inputs),
      fingerprint({ mode: 'production', variables }, inputs),
    ];
    expect(new Set(all).size).toBe(3);
  });

  it('ignores test files in the fingerprint of a build', () => {
    const path = folder({ 'a.ts': 'a' });
    const before = fingerprint(settings, [path]);
    writeFileSync(join(path, 'a.test.ts'), 'test');
    expect(fingerprint(settings, [path])).toBe(before);
  });
});
