/** The only source of the time in the backend, so that tests can control it. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

/** Returns the seconds since a moment, at least 0: the clock of the machine that names it may be ahead. */
export const secondsSince = (moment: Date, now: Date): number =>
  Math.max(0, (now.getTime() - moment.getTime()) / 1_000);
