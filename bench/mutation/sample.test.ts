import { describe, expect, it } from 'vitest';
import { interval, isSampled } from './sample.mjs';

describe('a random sample', () => {
  const items = Array.from({ length: 1000 }, (_, index) => String(index));

  it('contains about one item in the given number, the same in each run', () => {
    const sample = items.filter((id) => isSampled(id, 5));
    expect(sample.length / items.length).toBeCloseTo(0.2, 1);
    expect(sample.slice(0, 3)).toEqual(['11', '13', '14']);
  });

  it('contains everything when one in one is requested', () => {
    expect(items.every((id) => isSampled(id, 1))).toBe(true);
  });

  it('gives an interval that is narrower for a larger sample, and stays below 100 %', () => {
    expect(interval(131, 150)).toEqual({ low: expect.closeTo(81.06, 1), high: expect.closeTo(91.74, 1) });
    expect(interval(1310, 1500)).toEqual({ low: expect.closeTo(85.55, 1), high: expect.closeTo(88.92, 1) });
    expect(interval(20, 20)).toEqual({ low: expect.closeTo(83.89, 1), high: expect.closeTo(100, 5) });
  });
});
