import type { Language } from '../../contracts/language.ts';
import type { Tally } from './tally.ts';

/** No-break spaces: in a spreadsheet "5 / 6" with plain ones is the fifth of June. */
export const tallyText = ({ done, total }: Tally): string => `${done}\u00A0/\u00A0${total}`;

/** In a cell that has nothing to say. */
export const nothing = '–';

export const studentText = (code: string): string => `#${code}`;

/** The code as people read it out: "K7P-42M". */
export const codeText = (code: string): string => code.replace(/^(.{3})(.{3})$/, '$1-$2');

/** What the page writes of numbers and times, in one language. Made once: an `Intl` format takes a while. */
export type Formats = {
  number(value: number): string;
  /** Never rounded up: all is only all. */
  percent(share: number): string;
  /** ISO 8601 to the day that it is where the reader is. */
  day(moment: string): string;
  /** Milliseconds to the day, for the name of a file: 2026-11-21. */
  isoDay(moment: number): string;
  /** Milliseconds to the time of day. */
  time(moment: number): string;
};

export const createFormats = (language: Language): Formats => {
  const number = new Intl.NumberFormat(language);
  const percent = new Intl.NumberFormat(language, { style: 'percent' });
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
  const isoDay = new Intl.DateTimeFormat('sv', { dateStyle: 'short' });
  const time = new Intl.DateTimeFormat(language, { timeStyle: 'short' });
  return {
    number: (value) => number.format(value),
    // The sum is for shares such as 0.29, which are a little less than that.
    percent: (share) => percent.format(Math.floor(share * 100 + 1e-9) / 100),
    day: (moment) => day.format(new Date(moment)),
    isoDay: (moment) => isoDay.format(moment),
    time: (moment) => time.format(moment),
  };
};
