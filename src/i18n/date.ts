import type { Language } from '../contracts/language.ts';

/** An ISO 8601 moment as the day that it is where the reader is: "December 21, 2026". */
export const readableDate = (moment: string, language: Language): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long' }).format(new Date(moment));
