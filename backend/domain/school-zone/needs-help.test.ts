import { describe, expect, it } from 'vitest';
import { day } from '../../../src/lib/time.ts';
import type { StudentPace } from '../../store/progress.repository.ts';
import { medianOf, studentsInNeed } from './class-page.ts';

const now = new Date('2026-11-21T10:00:00Z');
const daysAgo = (days: number): number => now.getTime() - days * day;
const clocks = (done: number) => ({ clocks: done });

/** A student, who played the last of the given packages yesterday unless said otherwise. */
type Played = [code: string, done?: Record<string, number>, playedAt?: number];

const helpOf = (students: readonly Played[], firstPlayedAt = daysAgo(60)): Record<string, string> => {
  const paces = students.flatMap(([studentCode, done, playedAt = daysAgo(1)]): StudentPace[] =>
    done === undefined ? [] : [{ studentCode, done, playedAt, lastPackage: Object.keys(done).at(-1) ?? null }],
  );
  const codes = students.map(([code]) => code);
  const help = studentsInNeed({ codes, paces, firstPlayedAt: new Date(firstPlayedAt), now });
  return Object.fromEntries(help.map(({ studentCode, reason, package: name }) => [studentCode, `${reason} ${name}`]));
};

describe('students who may need help', () => {
  it('marks students without progress for more than 14 days while at least half of the class played', () => {
    const others: Played[] = [['001', clocks(8)], ['002']];
    expect(helpOf([...others, ['003', clocks(8), daysAgo(14)]])).toEqual({ '002': 'absent null' });
    expect(helpOf([...others, ['003', clocks(8), daysAgo(14.01)], ['004', clocks(8)]])).toEqual({
      '002': 'absent null',
      '003': 'absent clocks',
    });
  });

  it('marks no student for absence while fewer than half of the class played', () => {
    expect(helpOf([['001', clocks(8)], ['002'], ['003', clocks(8), daysAgo(20)]])).toEqual({});
  });

  it('marks no student for never having played until the class has played for 14 days', () => {
    expect(helpOf([['001', clocks(8)], ['002']], daysAgo(13))).toEqual({});
    expect(helpOf([['001', clocks(8)], ['002']], daysAgo(15))).toEqual({ '002': 'absent null' });
    const never = studentsInNeed({ codes: ['001'], paces: [], firstPlayedAt: null, now });
    expect(never).toEqual([]);
  });

  it('counts the absence of a student of an earlier system from the first day of play here', () => {
    const pace = { studentCode: '002', done: clocks(8), playedAt: null, lastPackage: null };
    const paces = [{ studentCode: '001', done: clocks(8), playedAt: daysAgo(1), lastPackage: 'clocks' }, pace];
    const helpAfter = (days: number) =>
      studentsInNeed({ codes: ['001', '002'], paces, firstPlayedAt: new Date(daysAgo(days)), now });
    expect(helpAfter(14)).toEqual([]);
    expect(helpAfter(15)).toEqual([{ studentCode: '002', reason: 'absent', package: null }]);
  });

  it('marks students who completed fewer than half as many levels as the class median of the last package', () => {
    const withSecond = (done: number): Played[] => [
      ['001', clocks(8)],
      ['002', clocks(done)],
      ['003', clocks(8)],
    ];
    expect(helpOf(withSecond(4))).toEqual({});
    expect(helpOf(withSecond(3))).toEqual({ '002': 'behind clocks' });
  });

  it('marks no student for being behind until the class median is 6', () => {
    const others = (done: number): Played[] => [
      ['001', clocks(done)],
      ['002', clocks(0)],
      ['003', clocks(done)],
    ];
    expect(helpOf(others(5))).toEqual({});
    expect(helpOf(others(6))).toEqual({ '002': 'behind clocks' });
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
