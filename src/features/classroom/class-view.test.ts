import { describe, expect, it } from 'vitest';
import { curriculum, heatOf } from '../../config/curriculum.ts';
import { excludedConcepts } from '../../contracts/calls/school-zone.ts';
import { loadTranslations } from '../../i18n/load-translations.ts';
import {
  classView,
  createTexts,
  meanOf,
  packageTables,
  pressedSort,
  shareOf,
  type Sort,
  sumOf,
  weekSentence,
} from './class-view.ts';
import { aReading, aStudent, daysAgo, now } from './testing/classroom-builder.ts';

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
])('maps a cell of %i / %i to step %i of the heat scale', (done, total, heat) => {
  expect(heatOf(shareOf({ done, total }))).toBe(heat);
});

it('limits a share to 1, and returns a share of zero for an empty list', () => {
  const more = { done: 13, total: 12 };
  expect([shareOf(more), sumOf([more, { done: 0, total: 12 }])]).toEqual([1, { done: 12, total: 24 }]);
  expect([meanOf([]), meanOf([0, 0.5, 1])]).toEqual([0, 0.5]);
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
    const [algebra, zoo] = columnsOf(second.id, tables).slice(-2);
    expect([algebra?.label, zoo?.label]).toEqual(['Algebra', 'Zoo']);
    expect(tables.slice(-2).map(({ label }) => label)).toEqual(['Money', 'Time']);
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
const reading = aReading([
  aStudent('017', { time: { clocks: [4, 4], dates: [2, 4] } }, daysAgo(3), {
    time: { clocks: { 1: 3 }, dates: { 1: 1, 3: 1 } },
  }),
  aStudent('025', { time: { clocks: [1, 4] } }, daysAgo(1), { time: { clocks: { 0: 1 } }, hub: { hub: { 1: 9 } } }),
  aStudent('038'),
]);
const view = (sort = byStudent) => classView(reading, { sort, only: null }, 'en');

describe('the view of a class', () => {
  it('counts zero for a student who never opened a concept that others have, also in the average', () => {
    const { rows, panels } = view();
    const time = panels.find(({ id }) => id === 'time');
    const cells = rows.map((row) => time?.columns.map(({ key }) => row.cells.get(key)?.done));
    expect(cells).toEqual([
      [4, 2],
      [1, 0],
      [0, 0],
    ]);
    expect(time?.average).toBeCloseTo((6 / 8 + 1 / 8 + 0) / 3);
  });

  it('counts and shows the students who may need help alike, and averages the whole class', () => {
    const help = [{ studentCode: '025', reason: 'behind', package: 'time' }] as const;
    const filtered = classView({ ...reading, help }, { sort: byStudent, only: 'help' }, 'en');
    expect(filtered.rows.map(({ code }) => code)).toEqual(['025']);
    expect(filtered).toMatchObject({ students: 3, started: 2, matching: { help: 1, idle: 2 }, panels: view().panels });
  });

  it.each([
    ['student', ['017', '025', '038'], ['038', '025', '017']],
    ['time/clocks', ['038', '025', '017'], ['017', '025', '038']],
    // The panels' columns of this week.
    ['/overview', ['017', '038', '025'], ['025', '017', '038']],
    ['/time', ['017', '038', '025'], ['025', '017', '038']],
    ['lastPlayed', ['038', '017', '025'], ['025', '017', '038']],
    // Equal rows are in the order of their codes in both directions.
    ['fractions/equal_parts', ['017', '025', '038'], ['017', '025', '038']],
  ])('sorts a class by %s, and reverses the order at the next press', (key, order, reversed) => {
    const once = pressedSort({ key: 'another', descending: true }, key);
    const twice = pressedSort(once, key);
    const codes = [once, twice].map((sort) => view(sort).rows.map(({ code }) => code));
    expect(codes).toEqual([order, reversed]);
    expect(pressedSort(twice, key)).toEqual(once);
  });

  it('sorts codes of an earlier system as numbers', () => {
    const { rows } = classView(
      aReading(['10', '2', '1'].map((code) => aStudent(code))),
      { sort: byStudent, only: null },
      'en',
    );
    expect(rows.map(({ code }) => code)).toEqual(['1', '2', '10']);
  });
});

describe('the sentence about this week', async () => {
  const t = { en: await loadTranslations('classroom', 'en'), fr: await loadTranslations('classroom', 'fr') };
  /** @param days since the counting began. @param weeks the levels of one of two students */
  const said = (
    days: number,
    weeks: Record<number, number>,
    language: 'en' | 'fr' = 'en',
    lastPlayedAt: string | null = daysAgo(20),
    of = 2,
  ): string => {
    const students = [
      aStudent('017', { fractions: { equal_parts: [8, 8] } }, lastPlayedAt, { fractions: { equal_parts: weeks } }),
      aStudent('025'),
    ].slice(0, of);
    const reading = aReading(students, { countedFrom: now - days * 86_400_000 });
    return weekSentence(
      classView(reading, { sort: byStudent, only: null }, language),
      t[language],
      createTexts(t[language]),
    );
  };

  it.each([
    ['two weeks', 60, { 0: 5, 1: 3 }, '1 of 2 students finished 5 levels. In the seven days before: 3 levels.'],
    [
      'a first level after a break',
      60,
      { 0: 1 },
      '1 of 2 students finished 1 level. In the seven days before: 0 levels.',
    ],
    ['a quiet week', 60, { 1: 3 }, 'nobody finished a level. In the seven days before: 3 levels.'],
    ['holidays', 60, { 5: 3 }, 'nobody finished a level. The class last played on Nov 1, 2026.'],
    ['a first week', 3, { 0: 5 }, '1 of 2 students finished 5 levels. Counted since Nov 18, 2026.'],
    ['a class that was imported with progress', 0, {}, 'nobody finished a level. Counted since Nov 21, 2026.'],
    [
      'a second week',
      10,
      { 0: 5, 1: 3 },
      '1 of 2 students finished 5 levels. In the seven days before: 3 levels. Counted since Nov 11, 2026.',
    ],
    [
      'days that were reported before the counting began',
      0,
      { 0: 5, 1: 3 },
      '1 of 2 students finished 5 levels. In the seven days before: 3 levels.',
    ],
  ])('is about %s', (_what, days, weeks, sentence) => {
    expect(said(days, weeks)).toBe(`In the last seven days, ${sentence}`);
  });

  it('names no last day of a class that has played in an earlier system only', () => {
    expect(said(60, {}, 'en', null)).toBe('In the last seven days, nobody finished a level.');
  });

  it('agrees with its numbers in French, and in a class of one student', () => {
    expect(said(3, { 0: 5 }, 'en', null, 1)).toMatch(
      /^In the last seven days, the student finished 5 levels\. Counted/,
    );
    expect(said(60, { 0: 1, 1: 2 }, 'fr').replaceAll('\u00A0', ' ')).toBe(
      'Ces sept derniers jours, 1 élève sur 2 a terminé 1 niveau. Les sept jours précédents : 2 niveaux.',
    );
  });
});
