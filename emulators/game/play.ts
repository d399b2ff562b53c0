import { curriculum, levelNamesOf } from '../../src/config/curriculum.ts';
import { isExcludedConcept } from '../../src/contracts/calls/school-zone.ts';
import type { DemoPlay } from '../../src/contracts/demo.ts';
import { day, minute } from '../../src/lib/time.ts';

/** The habits of a student who plays. Chances are from 0 to 1. */
type Habits = {
  /** The average number of levels on a school day. With 0 the student never starts. */
  pace: number;
  /** The chance that an opened level is completed. */
  skill: number;
  /** The chance that the student plays on a school day. */
  presence: number;
  /** The number of levels after which the student gives up. */
  most: number;
};

const always = { presence: 0.95, most: Number.POSITIVE_INFINITY };
const steady: Habits = { ...always, pace: 4.5, skill: 0.87 };
const quick: Habits = { ...always, pace: 7, skill: 0.94 };
const struggling: Habits = { ...always, pace: 2.5, skill: 0.45 };
const oftenAway: Habits = { ...always, pace: 4, skill: 0.8, presence: 0.4 };
const stopped: Habits = { ...always, pace: 4, skill: 0.7, most: 20 };
const absent: Habits = { ...always, pace: 0, skill: 0 };

/** The habits of a typical class, by place in the list. A larger class repeats them. */
const roster = [steady, quick, steady, struggling, steady, quick, oftenAway, steady, stopped, steady, quick, absent];
const habitsAt = (place: number): Habits => roster[place % roster.length] ?? steady;

/** Every level that a teacher sees, in the order of the curriculum. Level names are unique across concepts. */
const levels = curriculum.packages.flatMap(({ id, concepts }) =>
  concepts
    .filter((concept) => !isExcludedConcept(concept.id))
    .flatMap((concept) =>
      levelNamesOf(concept).map((level) => ({ package: id, concept: concept.id, level, total: concept.levels })),
    ),
);

/** A student, and whether each level that the student opened so far is completed. */
export type SimulatedStudent = { studentCode: string; played: ReadonlyMap<string, boolean> };
export type DatedPlay = DemoPlay & { playedAt: string };

/** Plays the first level that is not completed; undefined if every level is, or if the student does not play. */
const playNext = (habits: Habits, { studentCode, played }: SimulatedStudent): DemoPlay | undefined => {
  if (habits.pace === 0 || played.size >= habits.most) return undefined;
  const next = levels.find(({ level }) => played.get(level) !== true);
  return next && { ...next, studentCode, completed: Math.random() < habits.skill };
};

/** Returns the last `count` weekdays (Monday to Friday) before today at midnight UTC, oldest first. */
const schoolDaysBefore = (now: Date, count: number): Date[] => {
  const days: Date[] = [];
  for (let time = Math.floor(now.getTime() / day) * day - day; days.length < count; time -= day) {
    const date = new Date(time);
    if (date.getUTCDay() % 6 !== 0) days.unshift(date);
  }
  return days;
};

const lessonBegins = 13 * 60 * minute;
const schoolWeek = 5;

/** Identifies one of the `weeks` school weeks before today, by its number from 1. */
export type Week = { week: number; weeks: number };

/** Returns the plays of a week in their order: one lesson a day, and one level every two to three minutes. */
export const playWeek = (students: readonly SimulatedStudent[], { week, weeks }: Week, now: Date): DatedPlay[] => {
  const known = students.map(({ studentCode, played }) => ({ studentCode, played: new Map(played) }));
  const first = (week - 1) * schoolWeek;
  const days = schoolDaysBefore(now, weeks * schoolWeek).slice(first, first + schoolWeek);
  return days.flatMap((date) => {
    const lessons = known.flatMap((student, place) => {
      const habits = habitsAt(place);
      if (Math.random() > habits.presence) return [];
      const plays: DatedPlay[] = [];
      let time = date.getTime() + lessonBegins + Math.random() * 5 * minute;
      for (let left = Math.max(1, Math.round(habits.pace * (0.5 + Math.random()))); left > 0; left -= 1) {
        const play = playNext(habits, student);
        if (play === undefined) break;
        time += (2 + Math.random()) * minute;
        plays.push({ ...play, playedAt: new Date(time).toISOString() });
        student.played.set(play.level, play.completed);
      }
      return plays;
    });
    return lessons.sort((one, other) => one.playedAt.localeCompare(other.playedAt));
  });
};

/** Returns the next level that a student of the class plays, or null if every student has finished. */
export const playLive = (students: readonly SimulatedStudent[]): DemoPlay | null => {
  const choices = students.flatMap((student, place) => playNext(habitsAt(place), student) ?? []);
  return choices[Math.floor(Math.random() * choices.length)] ?? null;
};
