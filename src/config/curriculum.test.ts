import { describe, expect, it } from 'vitest';
import { languages } from '../contracts/language.ts';
import { excludedConcepts, isExcludedConcept, levelsMaximum } from '../contracts/calls/school-zone.ts';
import { curriculum, levelName, levelNamesOf, readableName } from './curriculum.ts';

const concepts = curriculum.packages.flatMap((each) => each.concepts);
const shown = concepts.filter(({ id }) => !isExcludedConcept(id));

describe('the curriculum', () => {
  it('contains the eight packages in teaching order', () => {
    expect(curriculum.packages.map(({ id }) => id)).toEqual([
      'small_numbers',
      'big_numbers',
      'fractions',
      'advanced_fractions',
      'multiplication',
      'properties_of_multiplication',
      'number_lines',
      'creative_mode',
    ]);
  });

  it('contains each concept and each level once, with the game’s spelling, and no more levels than a report allows', () => {
    expect(shown.flatMap(levelNamesOf).length).toBeGreaterThan(500);
    const ids = concepts.map(({ id }) => id);
    const levels = concepts.flatMap(levelNamesOf);
    expect([new Set(ids).size, new Set(levels).size]).toEqual([ids.length, levels.length]);
    expect(ids.filter((id) => !/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(id))).toEqual([]);
    expect(concepts.filter((concept) => concept.levels < 1 || concept.levels > levelsMaximum)).toEqual([]);
  });

  it.each(languages)('gives every package and every visible concept a unique label in %s', (language) => {
    for (const { label, concepts: its } of curriculum.packages) {
      const labels = its.filter(({ id }) => !isExcludedConcept(id)).map((concept) => concept.label?.[language].trim());
      expect([label[language].trim(), ...labels]).not.toContain('');
      expect(labels).not.toContain(undefined);
      expect(new Set(labels).size).toBe(labels.length);
    }
  });

  it('contains the hidden concepts, because the game reports them', () => {
    const hidden = concepts.map(({ id }) => id).filter(isExcludedConcept);
    expect(hidden.toSorted()).toEqual([...excludedConcepts].toSorted());
  });

  it('names levels by their concept and two digits', () => {
    expect(levelName('equal_parts', 3)).toBe('equal_parts_03');
    expect(levelNamesOf({ id: 'demo', levels: 3 })).toEqual(['demo_01', 'demo_02', 'demo_03']);
  });
});

describe('readableName', () => {
  it.each([
    ['number_bonds', 'Number bonds'],
    ['sf1_fraction_bars', 'Fraction bars'],
    ['fractions_sf2', 'Fractions'],
    ['halves', 'Halves'],
    ['__sf1', '__sf1'],
  ])('converts %s to %s', (id, name) => {
    expect(readableName(id)).toBe(name);
  });
});
