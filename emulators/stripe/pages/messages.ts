import { simulatorMessages } from '../../../locales/server-messages.ts';
import { defaultLanguage, type Language, languageOfTag } from '../../../src/contracts/language.ts';

export type Messages = (typeof simulatorMessages)['en'];
const sentences: Record<Language, Messages> = simulatorMessages;

/** The messages and formats of a page in the reader's language. */
export type Reader = {
  language: Language;
  messages: Messages;
  money(amount: number, currency: string): string;
  /** Without a line break inside. */
  date(date: Date): string;
};

/** Returns the reader's language from the session's `locale`, or from the browser if `locale` is null or `auto`. */
export const readerOf = (locale: string | null, acceptLanguage: string | undefined): Reader => {
  const language = languageOfTag(locale === null || locale === 'auto' ? acceptLanguage : locale) ?? defaultLanguage;
  const days = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  return {
    language,
    messages: sentences[language],
    money: (amount, currency) =>
      new Intl.NumberFormat(language, { style: 'currency', currency: currency.toUpperCase() }).format(amount / 100),
    date: (date) => days.format(date).replaceAll(' ', '\u00a0'),
  };
};

/** Replaces the `{{placeholders}}` of a message by values. */
export const interpolate = (sentence: string, values: Readonly<Record<string, string | number>>): string =>
  sentence.replaceAll(/\{\{(\w+)\}\}/g, (_whole, name: string) => String(values[name] ?? ''));
