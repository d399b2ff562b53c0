import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { tagEvents, tags } from '../../../src/contracts/tags.ts';
import { readMetadata } from './metadata.ts';
import { generatedPages } from './reference.ts';

describe('the metadata of the elements', () => {
  it('contains the attributes and events of the contracts', () => {
    for (const { tagName, attributes, events } of readMetadata()) {
      expect(attributes.map(({ name }) => name)).toEqual(tags[tagName].attributes);
      expect(events.map(({ name }) => name)).toEqual(tagEvents[tagName]);
    }
  });

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
