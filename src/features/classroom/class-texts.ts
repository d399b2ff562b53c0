import type { Language } from '../../contracts/language.ts';
import type { Translate } from '../../i18n/translate.ts';
import type { HelpReason } from './needs-help.ts';
import type { Tally } from './tally.ts';

/** In a cell that has nothing to say. */
export const nothing = '–';

/** What the tables and the file write, in one language. */
export type ClassTexts = {
  student(code: string): string;
  cell(tally: Tally | undefined): string;
  /** ISO 8601 to the day that it is where the reader is. */
  lastPlayed(moment: string | null): string;
  help(reason: HelpReason): string;
  /** The same in a few words, for a cell. */
  shortHelp(reason: HelpReason): string;
  /** The day without its year, where a column is narrow. */
  shortDay(moment: string | null): string;
  /** Milliseconds to the day. */
  day(moment: number): string;
  number(value: number): string;
  /** Never rounded up: all is only all. */
  percent(share: number): string;
  /** Milliseconds to the time of day. */
  time(moment: number): string;
  /** Milliseconds to the day, for the name of a file: 2026-11-21. */
  isoDay(moment: number): string;
};

/**
 * Made once for a language: formats and sentences take a while, and each row asks for the same ones in every table.
 */
export const createTexts = (t: Translate, language: Language): ClassTexts => {
  const number = new Intl.NumberFormat(language);
  const percent = new Intl.NumberFormat(language, { style: 'percent' });
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
  const isoDay = new Intl.DateTimeFormat('sv', { dateStyle: 'short' });
  const time = new Intl.DateTimeFormat(language, { timeStyle: 'short' });
  const shortDay = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short' });
  const help = { absent: t('help.absent'), behind: t('help.behind') };
  const shortHelp = { absent: t('help.short.absent'), behind: t('help.short.behind') };
  const days = new Map<string | null, string>([[null, t('table.never')]]);
  const shortDays = new Map(days);
  const dayIn = (known: Map<string | null, string>, format: Intl.DateTimeFormat, moment: string | null): string => {
    const text = known.get(moment);
    if (text !== undefined || moment === null) return text ?? nothing;
    const made = format.format(new Date(moment));
    known.set(moment, made);
    return made;
  };
  return {
    student: (code) => `#${code}`,
    // No-break spaces: in a spreadsheet "5 / 6" with plain ones is the fifth of June.
    cell: (tally) => (tally === undefined ? nothing : `${tally.done}\u00A0/\u00A0${tally.total}`),
    lastPlayed: (moment) => dayIn(days, day, moment),
    shortDay: (moment) => dayIn(shortDays, shortDay, moment),
    day: (moment) => day.format(moment),
    help: (reason) => help[reason],
    shortHelp: (reason) => shortHelp[reason],
    number: (value) => number.format(value),
    // The sum is for shares such as 0.29, which are a little less than that.
    percent: (share) => percent.format(Math.floor(share * 100 + 1e-9) / 100),
    isoDay: (moment) => isoDay.format(moment),
    time: (moment) => time.format(moment),
  };
};
