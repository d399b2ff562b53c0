import { describe, expect, it } from 'vitest';
import { heatOf, meanOf, shareOf, sumOf } from './tally.ts';

describe('the heat of a cell', () => {
  it.each([
    [0, 12, 0],
    [1, 12, 1],
    [3, 12, 2],
    [6, 12, 3],
    [9, 12, 4],
    [11, 12, 4],
    [12, 12, 5],
    [13, 12, 5],
    [0, 0, 0],
  ])('maps %i / %i to step %i', (done, total, heat) => {
    expect(heatOf({ done, total })).toBe(heat);
  });
});

describe('shares', () => {
  it('limits a share to 1', () => {
    expect(shareOf({ done: 13, total: 12 })).toBe(1);
    expect(
      sumOf([
        { done: 13, total: 12 },
        { done: 0, total: 12 },
      ]),
    ).toEqual({ done: 12, total: 24 });
  });

  it('returns a share of zero for an empty list', () => {
    expect(meanOf([])).toBe(0);
    expect(meanOf([0, 0.5, 1])).toBe(0.5);
  });
});
