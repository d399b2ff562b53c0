import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readMetadata } from './metadata.ts';
import { generatedPages } from './reference.ts';

describe('the metadata of the elements', () => {
  it('describes everything with a sentence', () => {
    const items = readMetadata().flatMap((element) => [
      element,
      ...element.attributes,
      ...element.events,
      ...element.slots,
      ...element.cssParts,
      ...element.cssProperties,
    ]);
    expect(items.length).toBeGreaterThan(100);
    expect(items.filter(({ description }) => !/^[A-Z`].*\.$/.test(description))).toEqual([]);
  });

  it.each([...generatedPages()])('matches %s (run `npm run metadata` after a change)', (file, text) => {
    expect(readFileSync(file, 'utf8')).toBe(text);
  });
});
