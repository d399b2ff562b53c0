import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { flag, list, literal, matching, nullable, number, object, oneOf, parseJson, text } from './shapes.ts';

const isPerson = object({ name: text, age: number }, { pets: list(object({ kind: text })), here: flag });

describe('guards of shapes', () => {
  it('accepts values with the shape, with or without the optional members', () => {
    expect(isPerson({ name: 'Ada', age: 36 })).toBe(true);
    expect(isPerson({ name: 'Ada', age: 36, pets: [{ kind: 'cat' }], here: true, more: 1 })).toBe(true);
  });

  it.each([
    [{ name: 'Ada' }],
    [{ name: 'Ada', age: '36' }],
    [{ name: 'Ada', age: Number.NaN }],
    [{ name: 'Ada', age: 36, pets: [{ kind: 'cat' }, null] }],
    [{ name: 'Ada', age: 36, here: null }],
    [['Ada', 36]],
    [null],
    ['Ada'],
  ])('rejects %j as another shape', (input) => {
    expect(isPerson(input)).toBe(false);
  });

  it('compares literals exactly', () => {
    expect(literal(true)(1)).toBe(false);
    expect(matching(/^\d+$/)(12)).toBe(false);
    expect(matching(/^\d+$/)('12')).toBe(true);
  });

  it('accepts null only where it is allowed, and only the listed words', () => {
    expect([null, 'a', 1, undefined].map(nullable(text))).toEqual([true, true, false, false]);
    expect(['month', 'Month', null].map(oneOf(['month', 'year']))).toEqual([true, false, false]);
  });

  it('checks any input without throwing', () => {
    fc.assert(fc.property(fc.anything(), (input) => typeof isPerson(input) === 'boolean'));
    fc.assert(fc.property(fc.string(), (json) => parseJson(json, isPerson) === undefined));
  });
});
