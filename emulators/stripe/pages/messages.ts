import en from '../../../locales/en/payment-simulator.json' with { type: 'json' };
import fr from '../../../locales/fr/payment-simulator.json' with { type: 'json' };
import { defaultLanguage, isLanguage, type Language } from '../../../src/contracts/language.ts';

export type Messages = typeof en;
const sentences: Record<Language, Messages> = { en, fr };

/** The messages and formats of a page in the reader's language. */
export type Reader = {
  language: Language;
  messages: Messages;
  money(amount: number, currency: string): string;
  /** Without a line break inside. */
  date(date: Date): string;
};

const languageOf = (tag: string): Language => {
  const language = tag.slice(0, 2).toLowerCase();
  return isLanguage(language) ? language : defaultLanguage;
};

/** Returns the reader's language from the session's `locale`, or from the browser if `locale` is null or `auto`. */
export const readerOf = (locale: string | null, acceptLanguage: string | undefined): Reader => {
  const language = languageOf(locale === null || locale === 'auto' ? (acceptLanguage ?? '') : locale);
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
