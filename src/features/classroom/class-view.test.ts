import { describe, expect, it } from 'vitest';
import { curriculum } from '../../config/curriculum.ts';
import { excludedConcepts } from '../../contracts/calls/school-zone.ts';
import { heatOf, meanOf, packageTables, shareOf, sumOf } from './class-tables.ts';
import {
  ariaSort,
  classView,
  columnAverages,
  columnSort,
  pressedSort,
  type Sort,
  type ViewOptions,
} from './class-view.ts';
import { aReading, aStudent, daysAgo } from './testing/classroom-builder.ts';

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

const [, second] = curriculum.packages;
const [concept] = second?.concepts ?? [];
if (second === undefined || concept === undefined) throw new Error('An empty curriculum');
const tablesOf = (...played: Parameters<typeof aStudent>[1][]) =>
  packageTables(
    played.map((packages, place) => aStudent(`00${place}`, packages)),
    'fr',
  );
const columnsOf = (id: string, tables = tablesOf()) => tables.find((table) => table.id === id)?.columns ?? [];

describe('the panels of a class', () => {
  it('shows all packages in teaching order, with names in the reader’s language', () => {
    expect(tablesOf().map(({ id, label }) => [id, label])).toEqual(
      curriculum.packages.map(({ id, label }) => [id, label.fr]),
    );
    expect(tablesOf().some(({ started }) => started)).toBe(false);
  });

  it('marks a package as started when one student opened one of its levels', () => {
    const tables = tablesOf({}, { [second.id]: { [concept.id]: [0, 8] } });
    expect(tables.filter(({ started }) => started).map(({ id }) => id)).toEqual([second.id]);
  });

  it('shows no hidden concept, played or not', () => {
    const played = Object.fromEntries(excludedConcepts.map((name) => [name, [1, 3] as const]));
    const tables = tablesOf({ creative_mode: played, hub_world: played });
    const shown = tables.flatMap(({ columns }) => columns.map(({ key }) => key.split('/')[1]));
    expect(shown.filter((name) => excludedConcepts.some((excluded) => excluded === name))).toEqual([]);
    expect(tables.find(({ id }) => id === 'creative_mode')?.started).toBe(false);
    expect(tables).toHaveLength(curriculum.packages.length);
  });

  it('shows unknown packages last, by name', () => {
    const strange = { zoo_sf1: [1, 4], algebra_sf2: [2, 4] } as const;
    const tables = tablesOf({ [second.id]: strange, time_sf1: { clocks: [1, 2] }, money: { coins: [1, 2] } });
    expect(
      columnsOf(second.id, tables)
        .slice(-2)
        .map(({ label }) => label),
    ).toEqual(['Algebra', 'Zoo']);
    expect(tables.slice(-2).map(({ label }) => label)).toEqual(['Money', 'Time']);
  });

  it('numbers the columns across all tables, like the cells of a row', () => {
    const places = tablesOf({ zoo: { lions: [1, 4] }, abacus: { beads: [1, 4] } }).flatMap(({ columns }) =>
      columns.map(({ place }) => place),
    );
    expect(places).toEqual(places.map((_, index) => index));
  });

  it("prefers the game's number of levels to that of the curriculum", () => {
    const column = (tables: ReturnType<typeof tablesOf>) =>
      columnsOf(second.id, tables).find(({ key }) => key === `${second.id}/${concept.id}`);
    expect(column(tablesOf())?.total).toBe(concept.levels);
    const two = tablesOf({ [second.id]: { [concept.id]: [1, 30] } }, { [second.id]: { [concept.id]: [1, 40] } });
    expect(column(two)?.total).toBe(40);
  });
});

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

describe('the head of a column', () => {
  const halves = columnSort('fractions/halves');

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
