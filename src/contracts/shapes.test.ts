import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  anything,
  closed,
  either,
  flag,
  integer,
  list,
  literal,
  matching,
  moment,
  nullable,
  number,
  object,
  oneOf,
  parseJson,
  record,
  removeUnnamed,
  text,
  textOf,
} from './shapes.ts';

const isPerson = object({ name: text, age: number }, { pets: list(object({ kind: text })), here: flag });

describe('guards of shapes', () => {
  it('checks any input without throwing', () => {
    fc.assert(fc.property(fc.anything(), (input) => typeof isPerson(input) === 'boolean'));
    fc.assert(fc.property(fc.string(), (json) => parseJson(json, isPerson) === undefined));
  });
});

const shape = object({ name: text }, { age: integer(1, 9) });

describe('a shape', () => {
  it.each([
    [shape, { name: 'a' }, true],
    [shape, { name: 'a', age: 9, more: 1 }, true],
    [shape, { name: 'a', age: 10 }, false],
    [shape, { name: 'a', age: null }, false],
    [shape, { age: 1 }, false],
    [shape, ['name'], false],
    [shape, 'name', false],
    [number, Number.NaN, false],
    [list(shape), [{ name: 'a' }, null], false],
    [isPerson, { name: 'Ada', age: 36, pets: [{ kind: 'cat' }], here: true, more: 1 }, true],
    [isPerson, { name: 'Ada', age: 36, here: null }, false],
    [closed(shape), { name: 'a', age: 1 }, true],
    [closed(shape), { name: 'a', constructor: 1 }, false],
    [closed(shape), null, false],
    [nullable(shape), null, true],
    [nullable(shape), {}, false],
    [either(literal(true), list(text)), ['a'], true],
    [either(literal(true), list(text)), [1], false],
    [textOf(2, 1), '', false],
    [textOf(2, 1), 'abc', false],
    [textOf(2, 1), 'a', true],
    [textOf(2, 1), 'ab', true],
    [textOf(2), '', true],
    [integer(1), -1, false],
    [integer(1, 9), 1, true],
    [integer(1, 9), 9, true],
    [anything, undefined, true],
    [moment, '2026-12-21T09:05:00Z', true],
    [moment, 'tomorrow', false],
    [moment, 1, false],
    [record(number), { a: 1, b: 2 }, true],
    [record(number), { a: 1, b: '2' }, false],
    [record(number), [1], false],
    [integer(), 1.5, false],
    [literal(true), 1, false],
    [matching(/^\d+$/), 12, false],
    [matching(/^\d+$/), '12', true],
    [nullable(text), undefined, false],
    [oneOf(['month', 'year']), 'year', true],
    [oneOf(['month', 'year']), 'Month', false],
  ])('%# checks a value: %o %j', (guard, value, fits) => {
    expect(guard(value)).toBe(fits);
  });

  it('carries the JSON Schema of what it accepts', () => {
    expect(closed(object({ kind: oneOf(['a', 'b']), next: nullable(shape) })).schema).toEqual({
      type: 'object',
      properties: {
        kind: { type: 'string', enum: ['a', 'b'] },
        next: {
          type: ['object', 'null'],
          properties: { name: { type: 'string' }, age: { type: 'integer', minimum: 1, maximum: 9 } },
          required: ['name'],
        },
      },
      required: ['kind', 'next'],
      additionalProperties: false,
    });
  });

  it('removes the members of an object that it does not name', () => {
    const value = { name: 'a', isAdmin: true, constructor: 1 };
    removeUnnamed(shape, value);
    expect(value).toStrictEqual({ name: 'a' });
  });
});

describe('a stored text', () => {
  it.each([
    ['{"name":"a"}', { name: 'a' }],
    ['{"name":1}', undefined],
    ['{"name"', undefined],
    [null, undefined],
  ])('is read from %s only when it has the shape', (json, expected) =>
    expect(parseJson(json, shape)).toEqual(expected),
  );
});

describe('the schema of a value that may be null', () => {
  it.each([
    [text, { type: ['string', 'null'] }],
    [oneOf(['a']), { anyOf: [{ type: 'string', enum: ['a'] }, { type: 'null' }] }],
    [literal(1), { anyOf: [{ type: 'number', const: 1 }, { type: 'null' }] }],
    [anything, { anyOf: [{}, { type: 'null' }] }],
  ])('has two types or a choice: %#', (guard, schema) => expect(nullable(guard).schema).toEqual(schema));
});
