import { describe, expect, it } from 'vitest';
import { curriculum } from '../../config/curriculum.ts';
import { excludedConcepts } from '../../contracts/school-zone.ts';
import { packageTables } from './class-tables.ts';
import { aStudent } from './testing/classroom-builder.ts';

const [first, second] = curriculum.packages;
const [concept] = second?.concepts ?? [];
if (first === undefined || second === undefined || concept === undefined) throw new Error('An empty curriculum');
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
