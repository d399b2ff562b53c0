import { describe, expect, it } from 'vitest';
import { type ViewOptions, classView, columnAverages } from './class-view.ts';
import { columnSort, type Sort } from './sorting.ts';
import { aReading, aStudent, daysAgo } from './testing/classroom-builder.ts';

const byStudent: Sort = { key: 'student', descending: false };
const everybody: ViewOptions = { sort: byStudent, onlyHelp: false };
const reading = aReading([
  aStudent('017', { time: { clocks: [4, 4], dates: [2, 4] } }, daysAgo(3)),
  aStudent('025', { time: { clocks: [1, 4] } }, daysAgo(1)),
  aStudent('038'),
]);
const view = (choice: Partial<ViewOptions> = {}) => classView(reading, { ...everybody, ...choice }, 'en');
const averagesOf = (choice: Partial<ViewOptions> = {}) => {
  const { rows, panels } = view(choice);
  return columnAverages(rows, panels.find(({ id }) => id === 'time')?.columns ?? []);
};
const codes = (choice: Partial<ViewOptions>) => view(choice).rows.map(({ code }) => code);
const clocks = columnSort('time/clocks');

describe('the view of a class', () => {
  const dates = view()
    .panels.flatMap(({ columns }) => columns)
    .findIndex(({ key }) => key === 'time/dates');

  it('counts zero for a student who never opened a concept that others have', () => {
    const [, second, third] = view().rows;
    expect(second?.cells[dates]).toEqual({ done: 0, total: 4 });
    expect(third?.cells[dates - 1]).toEqual({ done: 0, total: 4 });
  });

  it('computes an average for each concept and each package, over all visible students', () => {
    const panel = view().panels.find(({ id }) => id === 'time');
    expect(averagesOf()).toEqual([(1 + 0.25 + 0) / 3, 0.5 / 3]);
    expect(panel?.average).toBeCloseTo((6 / 8 + 1 / 8 + 0) / 3);
  });

  it('computes averages of the filtered students while a filter is on, and a summary of all', () => {
    const clocksOf = (done: number) => ({ time: { clocks: [done, 8] } }) as const;
    const students = [aStudent('017', clocksOf(8)), aStudent('025', clocksOf(2)), aStudent('038', clocksOf(8))];
    const help = [{ studentCode: '025', reason: 'behind', package: 'time' }] as const;
    const { rows, summary, panels } = classView(aReading(students, { help }), { ...everybody, onlyHelp: true }, 'en');
    expect(rows.map(({ code }) => code)).toEqual(['025']);
    expect(panels.find(({ id }) => id === 'time')?.average).toBe(0.25);
    expect(summary).toEqual({ students: 3, started: 3, completed: 18, average: expect.any(Number), help: 1 });
  });

  it('counts a concept that no student started with the levels of the curriculum', () => {
    const { panels, summary } = view();
    const levels = panels.flatMap(({ columns }) => columns.map(({ total }) => total)).reduce((one, two) => one + two);
    expect(levels).toBeGreaterThan(500);
    expect(summary.average).toBeCloseTo((6 / levels + 1 / levels) / 3);
  });

  it.each<[string, Sort, string[]]>([
    ['the student', byStudent, ['017', '025', '038']],
    ['the student, turned round', { ...byStudent, descending: true }, ['038', '025', '017']],
    ['a concept', { key: clocks, descending: false }, ['038', '025', '017']],
    ['a concept, turned round', { key: clocks, descending: true }, ['017', '025', '038']],
    ['the absence', { key: 'lastPlayed', descending: false }, ['038', '017', '025']],
    ['all progress', { key: 'overall', descending: true }, ['017', '025', '038']],
  ])('sorts a class by %s', (_, sort, order) => {
    expect(codes({ sort })).toEqual(order);
  });

  it('sorts by the code where the concept makes no difference, in both directions', () => {
    const key = columnSort('fractions/equal_parts');
    expect(codes({ sort: { key, descending: false } })).toEqual(['017', '025', '038']);
    expect(codes({ sort: { key, descending: true } })).toEqual(['017', '025', '038']);
  });
});
