import { describe, expect, it } from 'vitest';
import { classRows } from './class-rows.ts';
import { packageTables } from './class-tables.ts';
import { aReading, aStudent, daysAgo, now } from './testing/classroom-builder.ts';

const young = { createdAt: daysAgo(7) };
const old = { createdAt: daysAgo(15) };

/** Packages that the curriculum doesn't know have the columns that were played, so that a test says how long they are. */
const well = { clocks: { hours: [8, 8] } } as const;

const helpOf = (student: Parameters<typeof aStudent>, { createdAt } = old): string | null | undefined => {
  const reading = aReading([aStudent(...student)], { createdAt });
  return classRows(reading, packageTables(reading.students, 'en'), now)[0]?.help;
};

describe('who may need help', () => {
  it('is nobody who plays and gets on', () => {
    expect(helpOf(['017', well])).toBe(null);
  });

  it('is who made no progress for more than 14 days', () => {
    expect(helpOf(['017', well, daysAgo(14)])).toBe(null);
    expect(helpOf(['017', well, daysAgo(14.01)])).toBe('absent');
  });

  it('is who never played in a class of more than 14 days', () => {
    expect(helpOf(['017'], young)).toBe(null);
    expect(helpOf(['017'], old)).toBe('absent');
  });

  it('is who has under a third done in a package that was started', () => {
    expect(helpOf(['017', { ...well, dates: { weeks: [3, 9] } }])).toBe(null);
    expect(helpOf(['017', { ...well, dates: { weeks: [2, 9] } }])).toBe('behind');
  });

  it('is judged by the package, not by each of its concepts', () => {
    expect(helpOf(['017', { dates: { weeks: [8, 8], months: [0, 8] } }])).toBe(null);
  });

  it('is judged by the whole package, with the concepts that were not opened', () => {
    expect(helpOf(['017', { small_numbers: { counting_to_10: [8, 8] } }])).toBe('behind');
  });

  it('is not who left a concept that never shows', () => {
    expect(helpOf(['017', { ...well, small_numbers: { hub: [0, 8] } }])).toBe(null);
  });
});
