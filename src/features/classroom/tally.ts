import type { Tally } from '../../services/school-zone/student-progress.ts';

export type { Tally };

/** Returns 0 to 1, even if the game shortened a concept after a student completed it, and 0 without a tally. */
export const shareOf = (tally: Tally | undefined): number =>
  tally === undefined || tally.total === 0 ? 0 : Math.min(1, tally.done / tally.total);

/** Adds up the tallies from an index on. It is a loop, because each refresh goes through all cells. */
export const sumOf = (tallies: readonly Tally[], from = 0): Tally => {
  const sum = { done: 0, total: 0 };
  for (let place = from; place < tallies.length; place += 1) {
    const tally = tallies[place];
    if (tally === undefined) continue;
    sum.done += Math.min(tally.done, tally.total);
    sum.total += tally.total;
  }
  return sum;
};

/** Returns the mean, or 0 for an empty list. */
export const meanOf = (shares: readonly number[]): number =>
  shares.length === 0 ? 0 : shares.reduce((sum, share) => sum + share, 0) / shares.length;

/** Returns the step of the heat scale: none, under a quarter, under half, under three quarters, under all, all. */
export type Heat = 0 | 1 | 2 | 3 | 4 | 5;
export const heatOf = (tally: Tally | undefined): Heat => {
  const share = shareOf(tally);
  if (share === 0) return 0;
  if (share < 0.25) return 1;
  if (share < 0.5) return 2;
  if (share < 0.75) return 3;
  return share < 1 ? 4 : 5;
};
