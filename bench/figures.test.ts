import { describe, expect, it } from 'vitest';
import { median, quantile, spreadOf } from './figures.ts';

describe('the key figures of measurements', () => {
  it('takes the middle value, or the mean of the two middle ones, in any order', () => {
    expect(median([30, 10, 20])).toBe(20);
    expect(median([40, 10, 20, 30])).toBe(25);
  });

  it('lies between two values, from the least to the most', () => {
    expect([0, 0.25, 0.95, 1].map((share) => quantile([5, 1, 3], share))).toEqual([1, 2, expect.closeTo(4.8), 5]);
  });

  it('gives the median and the middle half of each figure', () => {
    const all = [1, 2, 3, 4, 5].map((value) => ({ bytes: value * 100, shift: 0 }));
    expect(spreadOf(all)).toEqual({
      bytes: { median: 300, low: 200, high: 400 },
      shift: { median: 0, low: 0, high: 0 },
    });
  });
});
