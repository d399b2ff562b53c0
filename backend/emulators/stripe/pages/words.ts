import en from '../../../../locales/en/payment-simulator.json' with { type: 'json' };
import fr from '../../../../locales/fr/payment-simulator.json' with { type: 'json' };
import { defaultLanguage, isLanguage, type Language } from '../../../../src/contracts/language.ts';

export type Words = typeof en;
const sentences: Record<Language, Words> = { en, fr };

/** Everything of a page that depends on who reads it. */
export type Reader = {
  language: Language;
  words: Words;
  money(amount: number, currency: string): string;
  date(date: Date): string;
};

const languageOf = (tag: string): Language => {
  const language = tag.slice(0, 2).toLowerCase();
  return isLanguage(language) ? language : defaultLanguage;
};

/** @param locale the session's; `auto` and none mean what the browser prefers. */
export const readerOf = (locale: string | null, acceptLanguage: string | undefined): Reader => {
  const language = languageOf(locale === null || locale === 'auto' ? (acceptLanguage ?? '') : locale);
  const days = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  return {
    language,
    words: sentences[language],
    money: (amount, currency) =>
      new Intl.NumberFormat(language, { style: 'currency', currency: currency.toUpperCase() }).format(amount / 100),
    date: (date) => days.format(date),
  };
};

/** Puts values into `{{placeholders}}`. */
export const fill = (sentence: string, values: Readonly<Record<string, string | number>>): string =>
  sentence.replaceAll(/\{\{(\w+)\}\}/g, (_whole, name: string) => String(values[name] ?? ''));
