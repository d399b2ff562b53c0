import { describe, expect, it } from 'vitest';
import { ariaSort, columnSort, pressedSort } from './sorting.ts';

const halves = columnSort('fractions/halves');

describe('the head of a column', () => {
  it('sorts upwards when it is pressed, and reverses the order when it is pressed again', () => {
    const once = pressedSort({ key: 'student', descending: true }, halves);
    expect(once).toEqual({ key: halves, descending: false });
    expect(pressedSort(once, halves)).toEqual({ key: halves, descending: true });
    expect(pressedSort(pressedSort(once, halves), halves)).toEqual(once);
  });

  it('reports the sort order for its own column only', () => {
    expect(ariaSort({ key: halves, descending: true }, halves)).toBe('descending');
    expect(ariaSort({ key: halves, descending: false }, halves)).toBe('ascending');
    expect(ariaSort({ key: halves, descending: false }, 'student')).toBe(undefined);
  });
});
