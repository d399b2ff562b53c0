import { type Concept, curriculum, levelName, levelNamesOf, type Package } from '../../src/config/curriculum.ts';
import type { DemoPlay } from '../../src/contracts/demo-class.ts';
import { isExcludedConcept } from '../../src/contracts/calls/school-zone.ts';
import { day, minute } from '../../src/lib/durations.ts';

/** Returns a number from 0 to below 1. */
type Random = () => number;

/** Creates a generator (mulberry32) that returns the same numbers for the same seeds. */
const createRandom = (...seeds: readonly number[]): Random => {
  let state = seeds.reduce((mixed, seed) => Math.imul(mixed ^ seed, 0x9e3779b1) ^ (mixed >>> 15), 0x811c9dc5);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
};

/**
 * Returns a random item.
 * @throws Error when there is none.
 */
const pick = <Item>(items: readonly Item[], random: Random): Item => {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error('Nothing to pick from');
  return item;
};

/** The habits of a student who plays. Chances are from 0 to 1. */
type Habits = {
  /** The average number of levels on a school day. With 0 the student never starts. */
  pace: number;
  /** The chance that an opened level is completed. */
  skill: number;
  /** The chance that the student plays on a school day. */
  presence: number;
  /** The chance that the student leaves the class's package for free play. */
  roams: number;
  /** The index of the student's first school day, from 0. */
  from: number;
  /** The number of levels after which the student gives up. */
  most: number;
};

const always = { presence: 0.94, roams: 0, from: 0, most: Number.POSITIVE_INFINITY };
const kinds = {
  quick: { ...always, pace: 7, skill: 0.94, presence: 0.98 },
  steady: { ...always, pace: 4.5, skill: 0.87 },
  playful: { ...always, pace: 5.5, skill: 0.8, roams: 0.12 },
  careful: { ...always, pace: 3.2, skill: 0.96 },
  struggling: { ...always, pace: 2.5, skill: 0.45, presence: 0.88 },
  oftenAway: { ...always, pace: 4, skill: 0.8, presence: 0.4 },
  joinedLate: { ...always, pace: 4.5, skill: 0.85, from: 9 },
  stopped: { ...always, pace: 4, skill: 0.7, most: 20 },
  absent: { ...always, pace: 0, skill: 0 },
} satisfies Record<string, Habits>;

/** The habits of a typical class of 35, by place in the list. */
const roster: readonly (keyof typeof kinds)[] = [
  ...(['steady', 'quick', 'steady', 'careful', 'playful', 'steady', 'struggling'] as const),
  ...(['steady', 'quick', 'careful', 'steady', 'absent', 'steady', 'quick'] as const),
  ...(['playful', 'steady', 'oftenAway', 'careful', 'struggling', 'quick', 'steady'] as const),
  ...(['joinedLate', 'steady', 'stopped', 'quick', 'careful', 'steady', 'struggling'] as const),
  ...(['steady', 'playful', 'absent', 'quick', 'oftenAway', 'careful', 'steady'] as const),
];

/** Returns the habits of a student. `place` is the place in the class, from 0. */
const habitsAt = (place: number): Habits => kinds[roster[place % roster.length] ?? 'steady'];

type GameLevel = Pick<DemoPlay, 'package' | 'concept' | 'level' | 'total'>;
/** Maps each level that a student opened to whether it is completed. Level names are unique across concepts. */
type PlayedLevels = ReadonlyMap<string, boolean>;

const { packages } = curriculum;
const freePlay = packages.length - 1;

const levelOf = ({ id }: Package, concept: Concept, level: string): GameLevel => ({
  package: id,
  concept: concept.id,
  level,
  total: concept.levels,
});

/** The places that every student enters before the first level. They are reported, but never shown to teachers. */
export const entryLevels: readonly GameLevel[] = packages.flatMap((each) =>
  each.concepts
    .filter(({ id }) => id === 'demo' || id === 'hub')
    .map((concept) => levelOf(each, concept, levelName(concept.id, 1))),
);

const isOpen = (concept: Concept, played: PlayedLevels): boolean =>
  !isExcludedConcept(concept.id) && levelNamesOf(concept).some((level) => played.get(level) !== true);

/** Returns the first open level of a package. Sometimes it skips to the next concept, like a stuck student. */
const nextInPackage = (each: Package, played: PlayedLevels, random: Random): GameLevel | undefined => {
  const [first, second] = each.concepts.filter((concept) => isOpen(concept, played));
  const concept = random() < 0.12 ? (second ?? first) : first;
  const level = concept === undefined ? undefined : levelNamesOf(concept).find((name) => played.get(name) !== true);
  return concept === undefined || level === undefined ? undefined : levelOf(each, concept, level);
};

type NextLevelInput = {
  played: PlayedLevels;
  /** The index of the class's package, from `leadOf`. */
  lead: number;
  /** The chance that the student chooses free play instead. */
  roams: number;
};

/**
 * Returns the level that a student plays next: one of the class's package, or of a later package if that one is done.
 * Returns undefined if the student has completed every level.
 */
const nextLevel = ({ played, lead, roams }: NextLevelInput, random: Random): GameLevel | undefined => {
  const start = random() < roams ? freePlay : lead;
  for (let step = 0; step < packages.length; step += 1) {
    const each = packages[(start + step) % packages.length];
    const level = each && nextInPackage(each, played, random);
    if (level) return level;
  }
  return undefined;
};

/** The share of completed levels, over all students, at which a class starts the next package. */
const enough = 0.45;
const shownLevels = packages.map(({ concepts }) =>
  concepts.filter(({ id }) => !isExcludedConcept(id)).flatMap((concept) => levelNamesOf(concept)),
);

/** Returns the index of the class's current package in the curriculum. */
const currentPackageIndex = (students: readonly PlayedLevels[]): number => {
  const place = shownLevels.findIndex((levels) => {
    const done = students.flatMap((played) => levels.filter((level) => played.get(level) === true));
    return done.length < enough * levels.length * students.length;
  });
  return place === -1 ? freePlay : place;
};

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
