import type { DemoPlay } from '../../src/contracts/demo-class.ts';
import { day, minute } from '../../src/lib/durations.ts';
import { type Habits, habitsAt, createRandom, pick, type Random } from './habits.ts';
import { entryLevels, currentPackageIndex, nextLevel, type PlayedLevels } from './next-level.ts';

const isSchoolDay = (date: Date): boolean => date.getUTCDay() % 6 !== 0;

/** Returns the last `count` weekdays (Monday to Friday) before today at midnight UTC, oldest first. */
const schoolDaysBefore = (now: Date, count: number): Date[] => {
  const days: Date[] = [];
  for (let time = Math.floor(now.getTime() / day) * day - day; days.length < count; time -= day) {
    const date = new Date(time);
    if (isSchoolDay(date)) days.unshift(date);
  }
  return days;
};

/** A student, and the levels that the student has opened so far. */
export type SimulatedStudent = { studentCode: string; played: PlayedLevels };
export type DatedPlay = DemoPlay & { playedAt: string };

type LevelPlay = Omit<DemoPlay, 'studentCode'>;

const lessonBegins = 13 * 60 * minute;
const schoolWeek = 5;

/** Plays one level. The student comes back later to a level that was not completed. */
const playLevel = (habits: Habits, played: PlayedLevels, lead: number, random: Random): LevelPlay | undefined => {
  const level = nextLevel({ played, lead, roams: habits.roams }, random);
  return level && { ...level, completed: random() < habits.skill };
};

/** Plays a student's lesson of one day, and adds its results to `played`. */
const playLesson = (habits: Habits, played: Map<string, boolean>, lead: number, random: Random): LevelPlay[] => {
  const lesson = played.size === 0 ? entryLevels.map((level) => ({ ...level, completed: true })) : [];
  const wanted = Math.max(1, Math.round(habits.pace * (0.5 + random())));
  for (let count = 0; count < wanted; count += 1) {
    const play = playLevel(habits, played, lead, random);
    if (play === undefined) break;
    lesson.push(play);
    played.set(play.level, play.completed);
  }
  return lesson;
};

const plays = ({ pace, most }: Habits, played: PlayedLevels): boolean => pace > 0 && played.size < most;

/** Identifies one of the `weeks` school weeks before today, by its number from 1. */
export type Week = { week: number; weeks: number };

/**
 * Returns the plays of a week in their order: one lesson a day, and one level every two to three minutes. The same
 * class, seed and day return the same week.
 */
export const playWeek = (
  students: readonly SimulatedStudent[],
  { week, weeks }: Week,
  now: Date,
  seed: number,
): DatedPlay[] => {
  const class_ = students.map(({ studentCode, played }) => ({ studentCode, played: new Map(played) }));
  const first = (week - 1) * schoolWeek;
  const days = schoolDaysBefore(now, weeks * schoolWeek).slice(first, first + schoolWeek);
  return days.flatMap((date, index) => {
    const day = first + index;
    const lead = currentPackageIndex(class_.map(({ played }) => played));
    const lessons = class_.flatMap(({ studentCode, played }, place) => {
      const random = createRandom(seed, place, day, played.size);
      const habits = habitsAt(place);
      const isThere = day >= habits.from && random() < habits.presence;
      if (!isThere || !plays(habits, played)) return [];
      let time = date.getTime() + lessonBegins + random() * 5 * minute;
      return playLesson(habits, played, lead, random).map((play) => {
        time += (2 + random()) * minute;
        return { ...play, studentCode, playedAt: new Date(time).toISOString() };
      });
    });
    return lessons.sort((one, other) => one.playedAt.localeCompare(other.playedAt));
  });
};

/** Returns the next level that a student of the class plays, or null if every student has finished. */
export const playLive = (students: readonly SimulatedStudent[], now: Date, seed: number): DemoPlay | null => {
  const random = createRandom(seed, now.getTime());
  const lead = currentPackageIndex(students.map(({ played }) => played));
  const choices = students.flatMap(({ studentCode, played }, place) => {
    const habits = habitsAt(place);
    const play = plays(habits, played) ? playLevel(habits, played, lead, random) : undefined;
    return play ? [{ ...play, studentCode }] : [];
  });
  return choices.length === 0 ? null : pick(choices, random);
};
