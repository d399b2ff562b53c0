import { describe, expect, it } from 'vitest';
import { mergeReading } from './merge-reading.ts';
import { aReading, aStudent } from './testing/classroom-builder.ts';

const one = aStudent('017', { time: { clocks: [1, 4] } });
const other = aStudent('025');
const before = aReading([one, other]);

describe('a further answer', () => {
  it('brings only who played since: the others stay the very same', () => {
    const played = aStudent('025', { time: { clocks: [2, 4] } });
    const merged = mergeReading(before, aReading([played], { partial: true, cursor: 'cursor-2' }));
    expect(merged.students).toEqual([one, played]);
    expect(merged.students[0]).toBe(one);
    expect(merged.cursor).toBe('cursor-2');
  });

  it('that brings nobody changes nobody', () => {
    expect(mergeReading(before, aReading([], { partial: true })).students).toEqual([one, other]);
  });

  it('that is whole takes the place of everything', () => {
    expect(mergeReading(before, aReading([other])).students).toEqual([other]);
    expect(mergeReading(null, aReading([one])).students).toEqual([one]);
  });
});
