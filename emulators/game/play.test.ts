import { describe, expect, it } from 'vitest';
import { curriculum, levelNamesOf } from '../../src/config/curriculum.ts';
import { isExcludedConcept } from '../../src/contracts/school-zone.ts';
import { type DatedPlay, playLive, playWeek, type SimulatedStudent } from './play.ts';
import { day } from '../../src/lib/durations.ts';

const now = new Date('2026-05-13T09:00:00Z');
const classOf = (count: number): SimulatedStudent[] =>
  Array.from({ length: count }, (_, place) => ({ studentCode: String(place + 1).padStart(2, '0'), played: new Map() }));

const merged = (played: SimulatedStudent['played'], plays: readonly DatedPlay[]): SimulatedStudent['played'] => {
  const next = new Map(played);
  for (const { level, completed } of plays) next.set(level, completed || next.get(level) === true);
  return next;
};
const after = (plays: readonly DatedPlay[], students: readonly SimulatedStudent[]): SimulatedStudent[] =>
  students.map(({ studentCode, played }) => ({
    studentCode,
    played: merged(
      played,
      plays.filter((play) => play.studentCode === studentCode),
    ),
  }));
/** Plays the weeks one after the other, as the game does. */
const playWeeks = (students: readonly SimulatedStudent[], weeks: number, seed = 1): DatedPlay[] =>
  Array.from({ length: weeks }, (_, index) => index + 1).reduce<DatedPlay[]>(
    (plays, week) => [...plays, ...playWeek(after(plays, students), { week, weeks }, now, seed)],
    [],
  );

const six = playWeeks(classOf(35), 6);

describe('playWeek and playLive', () => {
  it('plays the same weeks with the same seed, and different weeks with another seed', () => {
    expect(playWeeks(classOf(35), 6)).toEqual(six);
    expect(playWeeks(classOf(35), 6, 2)).not.toEqual(six);
  });

  it('reports only levels of the curriculum', () => {
    const known = new Set(
      curriculum.packages.flatMap(({ id, concepts }) =>
        concepts.flatMap((concept) =>
          levelNamesOf(concept).map((level) => [id, concept.id, level, concept.levels].join()),
        ),
      ),
    );
    const unknown = six.filter((play) => !known.has([play.package, play.concept, play.level, play.total].join()));
    expect(unknown).toEqual([]);
    expect(six.some(({ concept }) => isExcludedConcept(concept))).toBe(true);
  });

  it('plays on school days before today, in order, and within the period that the portal accepts', () => {
    const times = playWeeks(classOf(35), 8).map(({ playedAt }) => playedAt);
    expect(times).toEqual(times.toSorted());
    expect(times.filter((time) => new Date(time).getUTCDay() % 6 === 0)).toEqual([]);
    expect(now.getTime() - Date.parse(times[0] ?? '')).toBeLessThan(59 * day);
    expect(times.at(-1)?.slice(0, 10)).toBe('2026-05-12');
  });

  it('continues where the class stopped when it plays again', () => {
    const later = playWeeks(after(six, classOf(35)), 2);
    const packagesOf = (plays: readonly DatedPlay[]) => new Set(plays.map((play) => play.package));
    expect(packagesOf(later).has('advanced_fractions')).toBe(true);
    const done = new Set(six.filter(({ completed }) => completed).map((play) => play.studentCode + play.level));
    expect(later.filter((play) => done.has(play.studentCode + play.level))).toEqual([]);
  });

  it('plays one level at a time in live mode, until every level is completed', () => {
    const played = new Map(
      curriculum.packages.flatMap(({ concepts }) => concepts.flatMap(levelNamesOf)).map((name) => [name, true]),
    );
    expect(playLive([{ studentCode: '01', played }], now, 1)).toBeNull();
    played.set('tens_and_ones_04', false);
    expect(playLive([{ studentCode: '01', played }], now, 1)).toMatchObject({ level: 'tens_and_ones_04', total: 10 });
  });
});
