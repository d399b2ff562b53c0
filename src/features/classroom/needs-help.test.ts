import { describe, expect, it } from 'vitest';
import { classRows } from './class-rows.ts';
import { packageTables } from './class-tables.ts';
import { medianOf } from './needs-help.ts';
import { aReading, aStudent, daysAgo, now } from './testing/classroom-builder.ts';

/** An unknown package has the columns that were played, so that a test controls its length. */
const clocks = (done: number) => ({ clocks: { hours: [done, 20] } }) as const;

const helpOf = (students: Parameters<typeof aStudent>[], createdAt = daysAgo(60)): Record<string, string> => {
  const reading = aReading(
    students.map((student) => aStudent(...student)),
    { createdAt },
  );
  const flagged = classRows(reading, packageTables(reading.students, 'en'), now).filter(({ help }) => help !== null);
  return Object.fromEntries(flagged.map(({ code, help }) => [code, help ?? '']));
};

describe('students who may need help', () => {
  it('marks students without progress for more than 14 days while at least half of the class played', () => {
    const others: Parameters<typeof aStudent>[] = [['001', clocks(8)], ['002']];
    expect(helpOf([...others, ['003', clocks(8), daysAgo(14)]])).toEqual({ '002': 'absent' });
    expect(helpOf([...others, ['003', clocks(8), daysAgo(14.01)], ['004', clocks(8)]])).toEqual({
      '002': 'absent',
      '003': 'absent',
    });
  });

  it('marks no student for absence while fewer than half of the class played', () => {
    expect(helpOf([['001', clocks(8)], ['002'], ['003', clocks(8), daysAgo(20)]])).toEqual({});
  });

  it('marks nobody in a new class for never having played', () => {
    expect(helpOf([['001', clocks(8)], ['002']], daysAgo(13))).toEqual({});
    expect(helpOf([['001', clocks(8)], ['002']], daysAgo(15))).toEqual({ '002': 'absent' });
  });

  it('marks students who completed fewer than half as many levels as the class median of the last package', () => {
    expect(
      helpOf([
        ['001', clocks(8)],
        ['002', clocks(4)],
        ['003', clocks(8)],
      ]),
    ).toEqual({});
    expect(
      helpOf([
        ['001', clocks(8)],
        ['002', clocks(3)],
        ['003', clocks(8)],
      ]),
    ).toEqual({ '002': 'behind' });
  });

  it('marks no student for being behind until the class median is 6', () => {
    expect(
      helpOf([
        ['001', clocks(5)],
        ['002', clocks(0)],
        ['003', clocks(5)],
      ]),
    ).toEqual({});
    expect(
      helpOf([
        ['001', clocks(6)],
        ['002', clocks(0)],
        ['003', clocks(6)],
      ]),
    ).toEqual({ '002': 'behind' });
  });

  it('compares students by the last package only', () => {
    const dates = { dates: { weeks: [2, 9] } } as const;
    expect(
      helpOf([
        ['001', clocks(8)],
        ['002', { ...clocks(1), ...dates }],
        ['003', clocks(8)],
      ]),
    ).toEqual({});
  });

  it('marks at most a fifth of a usual class, and not everybody in a new one', () => {
    const students = Array.from(
      { length: 35 },
      (_, place): Parameters<typeof aStudent> => [String(place), clocks(place % 3)],
    );
    expect(helpOf(students, daysAgo(3))).toEqual({});
  });
});

it.each([
  [[], 0],
  [[3], 3],
  [[9, 1], 5],
  [[9, 1, 2], 2],
])('calculates the median of %j as %d', (numbers, median) => {
  expect(medianOf(numbers)).toBe(median);
});
