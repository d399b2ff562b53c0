import { expect, it } from 'vitest';
import { median, spreadOf } from './figures.ts';

it('gives the median and the middle half of each figure, in any order and between two values', () => {
  expect(median([40, 10, 20, 30])).toBe(25);
  const all = [5, 1, 3, 4, 2].map((value) => ({ bytes: value * 100, shift: 0 }));
  expect(spreadOf(all)).toEqual({
    bytes: { median: 300, low: 200, high: 400 },
    shift: { median: 0, low: 0, high: 0 },
  });
});
