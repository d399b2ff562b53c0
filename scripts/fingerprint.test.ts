import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { fingerprint } from './fingerprint.mjs';

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

describe('the fingerprint of a build', () => {
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
