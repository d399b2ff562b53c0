/** Returns a number from 0 to below 1. */
export type Random = () => number;

/** Creates a generator (mulberry32) that returns the same numbers for the same seeds. */
export const createRandom = (...seeds: readonly number[]): Random => {
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
export const pick = <Item>(items: readonly Item[], random: Random): Item => {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error('Nothing to pick from');
  return item;
};

/** The habits of a student who plays. Chances are from 0 to 1. */
export type Habits = {
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
export const habitsAt = (place: number): Habits => kinds[roster[place % roster.length] ?? 'steady'];
