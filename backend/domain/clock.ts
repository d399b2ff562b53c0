/** The only source of the time in the backend, so that tests can control it. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

/** Creating a format takes longer than a query. There are as many as zones that the settings name. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the calendar day of a moment, as "2026-12-21". Days in this form compare as text. */
export const dayIn = (timeZone: string, moment: Date): string => {
  let format = formats.get(timeZone);
  if (format === undefined) {
    // Sweden writes dates in this form.
    const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
    format = new Intl.DateTimeFormat('sv-SE', { timeZone, ...parts });
    formats.set(timeZone, format);
  }
  return format.format(moment);
};

/** Returns the seconds since a moment, at least 0: the clock of the machine that names it may be ahead. */
export const secondsSince = (moment: Date, now: Date): number =>
  Math.max(0, (now.getTime() - moment.getTime()) / 1_000);
