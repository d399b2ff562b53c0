const day = 24 * 60 * 60 * 1_000;

export const daysAfter = (date: Date, days: number): Date => new Date(date.getTime() + days * day);

/** A month that is too short ends sooner: 31 January, then 28 February, then 31 March again. */
export const monthsAfter = (anchor: Date, months: number): Date => {
  const year = anchor.getUTCFullYear();
  const month = anchor.getUTCMonth() + months;
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const moved = new Date(anchor);
  moved.setUTCFullYear(year, month, Math.min(anchor.getUTCDate(), lastDay));
  return moved;
};

/** The first end of a month, counted from the anchor, that comes after this moment. */
export const periodEndAfter = (anchor: Date, start: Date): Date => {
  let months = 1;
  while (monthsAfter(anchor, months) <= start) months += 1;
  return monthsAfter(anchor, months);
};
