import { describe, expect, it } from 'vitest';
import type { Student } from '../../contracts/school-zone.ts';
import { studentsProgress } from './student-progress.ts';

const student = (changes: Partial<Student> = {}): Student => ({
  studentCode: '017',
  levelStatus: JSON.stringify({ fractions: { halves: '2/8', thirds: '0/6' } }),
  levelsPlayed: [
    { concept: 'halves', level: 'halves_01', completed: true },
    { concept: 'halves', level: 'halves_02', completed: true },
    { concept: 'thirds', level: 'thirds_01', completed: false },
  ],
  lastPlayedAt: null,
  lastPackage: null,
  ...changes,
});
const tally = (changes: Partial<Student>, concept = 'halves') =>
  studentsProgress([student(changes)])[0]
    ?.packages.get('fractions')
    ?.get(concept);

describe('the progress of a student', () => {
  it('counts the completed levels of a concept', () => {
    expect(tally({})).toEqual({ done: 2, total: 8 });
    expect(tally({}, 'thirds')).toEqual({ done: 0, total: 6 });
  });

  it('counts different levels and ignores the game’s own count', () => {
    const again = { concept: 'halves', level: 'halves_01', completed: true };
    const levelStatus = JSON.stringify({ fractions: { halves: '7/8' } });
    expect(tally({ levelStatus, levelsPlayed: [again, again, { ...again, completed: false }] })).toEqual({
      done: 1,
      total: 8,
    });
  });

  it("uses the server's count when the response has no levels", () => {
    const { levelsPlayed: _, ...counted } = student();
    const packages = new Map([
      ['fractions', new Map(Object.entries({ halves: { done: 2, total: 8 }, thirds: { done: 0, total: 6 } }))],
    ]);
    expect(studentsProgress([counted])).toEqual([{ code: '017', lastPlayedAt: null, lastPackage: null, packages }]);
  });

  it.each([
    ['not JSON'],
    ['[]'],
    ['null'],
    ['{"fractions":null}'],
    ['{"fractions":{"halves":8}}'],
    ['{"fractions":{"halves":["2/8"]}}'],
    ['{"fractions":{"halves":"2/x"}}'],
  ])('reads a damaged status as no progress: %s', (levelStatus) => {
    expect(tally({ levelStatus })).toBe(undefined);
  });

  it('ignores names of members that every object has', () => {
    const levelStatus = '{"__proto__":{"halves":"1/8"},"fractions":{"constructor":"0/4"}}';
    expect(tally({ levelStatus }, 'constructor')).toEqual({ done: 0, total: 4 });
  });
});
