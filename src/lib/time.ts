import type { Language } from '../contracts/language.ts';

/** Durations in milliseconds. A day has 24 hours, so it is not a calendar day when the clocks change. */
export const second = 1_000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/** Formats an ISO 8601 time as a day without line breaks: "December 21, 2026", "1ᵉʳ mars 2026". */
export const readableDate = (moment: string, language: Language, timeZone?: string): string => {
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone })
    .format(new Date(moment))
    .replaceAll(' ', '\u00a0');
  return language === 'fr' ? day.replace(/^1(?=\u00a0)/, '1ᵉʳ') : day;
};

/** Formats a day such as "2026-12-21", which is the same for every reader. */
export const readableDay = (day: string, language: Language): string => readableDate(day, language, 'UTC');

/**
 * Formats an ISO 8601 time as day and time, in the reader's time zone or in this one: "December 21, 2026, 9:05 AM
 * Eastern Time".
 */
export const readableMoment = (moment: string, language: Language, timeZone?: string): string => {
  const clock = { hour: 'numeric', minute: '2-digit', timeZoneName: 'longGeneric', timeZone } as const;
  const time = new Intl.DateTimeFormat(language, clock).format(new Date(moment));
  return `${readableDate(moment, language, timeZone)}, ${time}`;
};
