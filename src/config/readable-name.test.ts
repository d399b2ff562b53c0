import { describe, expect, it } from 'vitest';
import { readableName } from './curriculum.ts';

describe('readableName', () => {
  it.each([
    ['number_bonds', 'Number bonds'],
    ['sf1_fraction_bars', 'Fraction bars'],
    ['fractions_sf2', 'Fractions'],
    ['halves', 'Halves'],
    ['__sf1', '__sf1'],
  ])('converts %s to %s', (id, name) => {
    expect(readableName(id)).toBe(name);
  });
});
