import type { StudentHelp } from '../../contracts/calls/school-zone.ts';
import type { Translate } from '../../i18n/translate.ts';
import type { Tally } from '../../services/school-zone/classroom.ts';
import { packageLabel } from './class-view.ts';

export const emptyCell = '–';

/** Creates the texts of the tables and the file once for a language, because formats are slow to create. */
export const createTexts = (t: Translate) => {
  const { language } = t;
  const { format: number } = new Intl.NumberFormat(language);
  const percent = new Intl.NumberFormat(language, { style: 'percent' });
  const { format: day } = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
  const { format: time } = new Intl.DateTimeFormat(language, { timeStyle: 'short' });
  const { format: shortDay } = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short' });
  const never = t('table.never');
  return {
    student: (code: string): string => `#${code}`,
    // No-break spaces, because a spreadsheet would read "5 / 6" with plain spaces as the fifth of June.
    cell: (tally: Tally | undefined): string =>
      tally === undefined ? emptyCell : `${tally.done}\u00A0/\u00A0${tally.total}`,
    /** Formats an ISO 8601 time as the day in the reader's time zone. */
    lastPlayed: (moment: string | null): string => (moment === null ? never : day(new Date(moment))),
    /** Formats the day without its year, for a narrow column. */
    shortDay: (moment: string | null): string => (moment === null ? never : shortDay(new Date(moment))),
    day,
    help: ({ reason, package: id }: StudentHelp): string =>
      id === null ? t('help.never') : t(`help.${reason}`, { package: packageLabel(id, language) }),
    number,
    /** Never rounds up, so that 100 % means everything. The addition corrects 0.29, whose binary value is too small. */
    percent: (share: number): string => percent.format(Math.floor(share * 100 + 1e-9) / 100),
    time,
  };
};

export type ClassTexts = ReturnType<typeof createTexts>;
