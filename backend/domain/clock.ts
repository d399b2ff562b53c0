/** The only way to ask for the time in the backend, so that a test can turn the hands. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };
