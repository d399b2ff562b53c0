import type { Tally } from '../../services/school-zone/student-progress.ts';

export type { Tally };

/** 0 to 1, also where a game made a concept shorter after somebody was through. */
export const shareOf = ({ done, total }: Tally): number => (total === 0 ? 0 : Math.min(1, done / total));

/** Of those from one place to before another, as one. A loop: every refresh goes through all cells some times. */
export const sumOf = (tallies: readonly Tally[], from = 0, to = tallies.length): Tally => {
  const sum = { done: 0, total: 0 };
  for (let place = from; place < to; place += 1) {
    const tally = tallies[place];
    if (tally === undefined) continue;
    sum.done += Math.min(tally.done, tally.total);
    sum.total += tally.total;
  }
  return sum;
};

/** 0 without any. */
export const meanOf = (shares: readonly number[]): number =>
  shares.length === 0 ? 0 : shares.reduce((sum, share) => sum + share, 0) / shares.length;

/** The step of the heat scale: none, under a quarter, under half, under three quarters, under all, all. */
export type Heat = 0 | 1 | 2 | 3 | 4 | 5;
export const heatOf = (tally: Tally | undefined): Heat => {
  const share = tally === undefined ? 0 : shareOf(tally);
  if (share === 0) return 0;
  if (share < 0.25) return 1;
  if (share < 0.5) return 2;
  if (share < 0.75) return 3;
  return share < 1 ? 4 : 5;
};
