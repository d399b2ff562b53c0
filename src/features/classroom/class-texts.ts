import type { HelpReason, StudentHelp } from '../../contracts/school-zone.ts';
import type { Translate } from '../../i18n/translate.ts';
import type { Tally } from '../../services/school-zone/classroom.ts';
import { packageLabel } from './class-tables.ts';

/** The text of an empty cell. */
export const emptyCell = '–';

/** The formatted texts of the tables and the file, in one language. */
export type ClassTexts = {
  student(code: string): string;
  cell(tally: Tally | undefined): string;
  /** Formats an ISO 8601 time as the day in the reader's time zone. */
  lastPlayed(moment: string | null): string;
  /** Formats why a student may need help, with the name of the package. */
  help(help: StudentHelp): string;
  /** Formats the reason in a few words, for a cell of that package. */
  shortHelp(reason: HelpReason): string;
  /** Formats the day without its year, for a narrow column. */
  shortDay(moment: string | null): string;
  /** Formats milliseconds as a day. */
  day(moment: number): string;
  number(value: number): string;
  /** Formats a share. It is never rounded up, so that 100 % always means everything. */
  percent(share: number): string;
  /** Formats milliseconds as a time of day. */
  time(moment: number): string;
};

/**
 * Creates the texts once for a language, because formats and translations are slow, and each row needs the same ones in
 * every table.
 */
export const createTexts = (t: Translate): ClassTexts => {
  const { language } = t;
  const { format: number } = new Intl.NumberFormat(language);
  const percent = new Intl.NumberFormat(language, { style: 'percent' });
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
  const { format: time } = new Intl.DateTimeFormat(language, { timeStyle: 'short' });
  const shortDay = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short' });
  const never = t('table.never');
  const shortHelp = { absent: t('help.short.absent'), behind: t('help.short.behind') };
  const daysIn = ({ format }: Intl.DateTimeFormat) => {
    const known = new Map<string, string>();
    return (moment: string | null): string => {
      if (moment === null) return never;
      const text = known.get(moment) ?? format(new Date(moment));
      known.set(moment, text);
      return text;
    };
  };
  return {
    student: (code) => `#${code}`,
    // No-break spaces, because a spreadsheet would read "5 / 6" with plain spaces as the fifth of June.
    cell: (tally) => (tally === undefined ? emptyCell : `${tally.done}\u00A0/\u00A0${tally.total}`),
    lastPlayed: daysIn(day),
    shortDay: daysIn(shortDay),
    day: day.format,
    help: ({ reason, package: id }) =>
      t(id === null ? 'help.never' : `help.${reason}`, { package: id === null ? '' : packageLabel(id, language) }),
    shortHelp: (reason) => shortHelp[reason],
    number,
    // The addition corrects shares such as 0.29, whose binary value is slightly too small.
    percent: (share) => percent.format(Math.floor(share * 100 + 1e-9) / 100),
    time,
  };
};
