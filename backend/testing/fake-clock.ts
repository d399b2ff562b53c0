import type { Clock } from '../domain/clock.ts';

export type FakeClock = Clock & {
  /** @param milliseconds moves forward; a negative number moves back. */
  advance(milliseconds: number): void;
};

export const createFakeClock = (start: string | Date = '2026-03-02T09:00:00Z'): FakeClock => {
  let time = new Date(start).getTime();
  return {
    now: () => new Date(time),
    advance(milliseconds) {
      time += milliseconds;
    },
  };
};
