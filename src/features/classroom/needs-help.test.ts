import { describe, expect, it } from 'vitest';
import { classRows } from './class-rows.ts';
import { packageTables } from './class-tables.ts';
import { medianOf } from './needs-help.ts';
import { aReading, aStudent, daysAgo, now } from './testing/classroom-builder.ts';

/** Packages that the curriculum doesn't know have the columns that were played, so that a test says how long they are. */
const clocks = (done: number) => ({ clocks: { hours: [done, 20] } }) as const;

const helpOf = (students: Parameters<typeof aStudent>[], createdAt = daysAgo(60)): Record<string, string> => {
  const reading = aReading(
    students.map((student) => aStudent(...student)),
    { createdAt },
  );
  const flagged = classRows(reading, packageTables(reading.students, 'en'), now).filter(({ help }) => help !== null);
  return Object.fromEntries(flagged.map(({ code, help }) => [code, help ?? '']));
};

describe('who may need help', () => {
  it('is who made no progress for more than 14 days while at least half of the class played', () => {
    const others: Parameters<typeof aStudent>[] = [['001', clocks(8)], ['002']];
    expect(helpOf([...others, ['003', clocks(8), daysAgo(14)]])).toEqual({ '002': 'absent' });
    expect(helpOf([...others, ['003', clocks(8), daysAgo(14.01)], ['004', clocks(8)]])).toEqual({
      '002': 'absent',
      '003': 'absent',
    });
  });

  it('is nobody for being away while fewer than half of the class played', () => {
    expect(helpOf([['001', clocks(8)], ['002'], ['003', clocks(8), daysAgo(20)]])).toEqual({});
  });

  it('is not who never played in a young class', () => {
    expect(helpOf([['001', clocks(8)], ['002']], daysAgo(13))).toEqual({});
    expect(helpOf([['001', clocks(8)], ['002']], daysAgo(15))).toEqual({ '002': 'absent' });
  });

  it('is who completed fewer than half as many levels as the class median of the package played last', () => {
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

  it('is nobody for being behind until the class median is 6', () => {
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

  it('is judged by the package played last only', () => {
    const dates = { dates: { weeks: [2, 9] } } as const;
    expect(
      helpOf([
        ['001', clocks(8)],
        ['002', { ...clocks(1), ...dates }],
        ['003', clocks(8)],
      ]),
    ).toEqual({});
  });

  it('is a fifth of a usual class at most, not everybody in a new one', () => {
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
])('the median of %j is %d', (numbers, median) => {
  expect(medianOf(numbers)).toBe(median);
});
