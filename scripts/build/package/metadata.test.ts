import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { tags } from '../../../src/contracts/tags.ts';
import { commentOf, membersOf, readMetadata } from './metadata.ts';
import { generatedPages } from './reference.ts';

describe('the metadata of the elements', () => {
  it('contains the attributes and events of the contracts', () => {
    for (const { tag, attributes, events } of readMetadata()) {
      expect(attributes.map(({ name }) => name)).toEqual(tags[tag].attributes);
      expect(events.map(({ name }) => name)).toEqual(tags[tag].events);
    }
  });

  it('describes everything with a sentence', () => {
    const items = readMetadata().flatMap((element) => [
      element,
      ...element.attributes,
      ...element.events,
      ...element.slots,
      ...element.parts,
      ...element.cssProperties,
    ]);
    expect(items.length).toBeGreaterThan(100);
    expect(items.filter(({ description }) => !/^[A-Z`].*\.$/.test(description))).toEqual([]);
  });

  it('names the file and the member that has no comment', () => {
    const text = 'export type Things = {\n  /** One. */\n  one: string;\n  two: number;\n};';
    const source = { file: 'src/things.ts', text };
    expect(() => membersOf(source, 'Things')).toThrow(
      'src/things.ts: two of Things has no comment. Write one above it.',
    );
  });

  it('names the file that lacks a type, or the comment of an element', () => {
    const source = { file: 'elements/x-y.ts', text: '/** Other. */' };
    expect(() => membersOf(source, 'Things')).toThrow('elements/x-y.ts has no type Things: export it there.');
    expect(() => commentOf(source, '`<x-y')).toThrow(
      'elements/x-y.ts: no comment contains `<x-y. Write one above the element.',
    );
  });

  it('reads a description and its tags from a comment', () => {
    const text =
      '/** Other. */\n/**\n * `<x-y>`: a thing\n * of two lines.\n * @slot - Content.\n * @csspart box - The\n *   box.\n */';
    expect(commentOf({ file: 'elements/x-y.ts', text }, '<x-y>')).toEqual({
      description: '`<x-y>`: a thing of two lines.',
      slots: [{ name: '', description: 'Content.' }],
      parts: [{ name: 'box', description: 'The box.' }],
      cssProperties: [],
    });
  });

  it.each([...generatedPages()])('matches %s (run `npm run metadata` after a change)', (file, text) => {
    expect(readFileSync(file, 'utf8')).toBe(text);
  });
});
