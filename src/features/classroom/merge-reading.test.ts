import { describe, expect, it } from 'vitest';
import { mergeReading } from './merge-reading.ts';
import { aReading, aStudent } from './testing/classroom-builder.ts';

const one = aStudent('017', { time: { clocks: [1, 4] } });
const other = aStudent('025');
const before = aReading([one, other]);

describe('merging a partial reading', () => {
  it('replaces only students who played since, and keeps the same objects for the others', () => {
    const played = aStudent('025', { time: { clocks: [2, 4] } });
    const merged = mergeReading(before, aReading([played], { partial: true, cursor: 'cursor-2' }));
    expect(merged.students).toEqual([one, played]);
    expect(merged.students[0]).toBe(one);
    expect(merged.cursor).toBe('cursor-2');
  });

  it('changes no student when it contains none', () => {
    expect(mergeReading(before, aReading([], { partial: true })).students).toEqual([one, other]);
  });

  it('replaces everything when it is complete', () => {
    expect(mergeReading(before, aReading([other])).students).toEqual([other]);
    expect(mergeReading(null, aReading([one])).students).toEqual([one]);
  });
});
