import { day } from '../../../src/lib/durations.ts';

export const daysAfter = (date: Date, days: number): Date => new Date(date.getTime() + days * day);

/** Adds months to a date. In a shorter month it returns the last day: 31 January, 28 February, 31 March. */
export const monthsAfter = (anchor: Date, months: number): Date => {
  const year = anchor.getUTCFullYear();
  const month = anchor.getUTCMonth() + months;
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const moved = new Date(anchor);
  moved.setUTCFullYear(year, month, Math.min(anchor.getUTCDate(), lastDay));
  return moved;
};

/** Returns the end of the period that contains `start`. Periods are whole months from the anchor. */
export const periodEndAfter = (anchor: Date, start: Date): Date => {
  let months = 1;
  while (monthsAfter(anchor, months) <= start) months += 1;
  return monthsAfter(anchor, months);
};
