import { randomBytes } from 'node:crypto';
import { curriculum, levelNamesOf } from '../../src/config/curriculum.ts';
import { isExcludedConcept, type ListedClassroom } from '../../src/contracts/calls/school-zone.ts';
import type {
  DemoClassAnswer,
  DemoClassBody,
  DemoLiveAnswer,
  DemoLiveBody,
  DemoPlay,
  DemoWeekAnswer,
  DemoWeekBody,
} from '../../src/contracts/demo.ts';
import type { Language } from '../../src/contracts/language.ts';
import { day, minute } from '../../src/lib/time.ts';
import { createPortalCalls, type PortalOptions } from './portal.ts';

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
type SimulatedStudent = { studentCode: string; played: Map<string, boolean> };
type Week = Omit<DemoWeekBody, 'classroomID'>;
type DatedPlay = DemoPlay & { playedAt: string };

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

/**
 * Plays one of the `weeks` school weeks before today, by its number from 1: one lesson a day, and one level every two
 * to three minutes. Returns the plays in their order.
 */
const playWeek = (students: readonly SimulatedStudent[], { week, weeks }: Week, now: Date): DatedPlay[] => {
  const first = (week - 1) * schoolWeek;
  const days = schoolDaysBefore(now, weeks * schoolWeek).slice(first, first + schoolWeek);
  return days.flatMap((date) => {
    const lessons = students.flatMap((student, place) => {
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
const playLive = (students: readonly SimulatedStudent[]): DemoPlay | null => {
  const choices = students.flatMap((student, place) => playNext(habitsAt(place), student) ?? []);
  return choices[Math.floor(Math.random() * choices.length)] ?? null;
};

type GameOptions = PortalOptions & { clock: { now(): Date } };

const names: Record<Language, string> = { en: 'Class 3B', fr: 'Classe 3B' };
/** The maximum number of concurrent reports, as if a class shared 16 tablets. */
const tablets = 16;

const studentsOf = ({ students }: ListedClassroom): SimulatedStudent[] =>
  students.map(({ studentCode, levelsPlayed }) => ({
    studentCode,
    played: new Map(levelsPlayed.map(({ level, completed }) => [level, completed])),
  }));

/**
 * Plays the game against the portal over HTTP. It stores nothing: each call continues the progress that it reads, and
 * throws a `PortalRefusal` if the portal returns an error.
 */
export const createGame = ({ clock, ...options }: GameOptions) => {
  const portal = createPortalCalls(options);
  return {
    /** Signs up a class as a teacher does. The mail goes to an invented address. */
    createClass: ({ numStudents, language }: DemoClassBody): Promise<DemoClassAnswer> => {
      const email = `class-${randomBytes(5).toString('hex')}@brightpath.example`;
      const teacher = { email, name: names[language], numStudents: String(numStudents), ageGroup: '8-9' } as const;
      return portal.createTeacher(teacher, language);
    },
    playWeek: async ({ classroomID, ...week }: DemoWeekBody): Promise<DemoWeekAnswer> => {
      const state = await portal.readClass(classroomID);
      const plays = playWeek(studentsOf(state), week, clock.now());
      for (let sent = 0; sent < plays.length; sent += tablets) {
        const reports = plays.slice(sent, sent + tablets);
        await Promise.all(reports.map((play) => portal.report({ classroomCode: state.code, ...play })));
      }
      return { levels: plays.length, completed: plays.filter(({ completed }) => completed).length };
    },
    playLive: async ({ classroomID }: DemoLiveBody): Promise<DemoLiveAnswer> => {
      const state = await portal.readClass(classroomID);
      const play = playLive(studentsOf(state));
      if (play !== null) await portal.report({ classroomCode: state.code, ...play });
      return { play };
    },
  };
};
export type Game = ReturnType<typeof createGame>;
