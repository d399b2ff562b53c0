import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const sources = globSync(['src/**/*.{ts,tsx}', 'elements/**/*.{ts,tsx}', 'host-site/**/*.{ts,tsx}'])
  .filter((file) => !/\.(test|d)\.tsx?$|elements\/testing\//.test(file))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }));

const callsOf = (text: string): string[] =>
  [...text.matchAll(/postRobot\s*\.\s*(on|send|once)\b[^;]*;/g)].map(([call]) => call);

describe('postMessage calls in the sources', () => {
  it('finds postMessage calls in the sources', () => {
    expect(sources.length).toBeGreaterThan(50);
  });

  it('finds post-robot in one file only', () => {
    const importers = sources.filter(({ text }) => /['"]post-robot['"]/.test(text)).map(({ file }) => file);
    expect(importers).toEqual(['src/bridge/channel.ts']);
  });

  it('passes domain and window in every post-robot call', () => {
    const calls = sources.flatMap(({ text }) => callsOf(text));
    expect(calls).toHaveLength(3);
    for (const call of calls) {
      expect(call).toContain('domain: peer.origin');
      expect(call).toMatch(/window: peer\.window|send\(peer\.window|send\(\s*peer\.window/);
    }
  });

  it('finds no postMessage call to every origin', () => {
    for (const { file, text } of sources) {
      expect(text.match(/postMessage\([^)]*['"`]\*['"`]/), file).toBeNull();
      for (const [call] of text.matchAll(/postMessage\([^)]*\)/g)) expect(call, file).toMatch(/, target\)$/);
    }
  });
});
