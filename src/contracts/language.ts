/** The languages of the product (spec section 9). Québec and France both read `fr`. */
export const languages = ['en', 'fr'] as const;
export type Language = (typeof languages)[number];
export const defaultLanguage: Language = 'en';

export const isLanguage = (value: unknown): value is Language => languages.some((language) => language === value);

/** The product's language for a language tag, `fr-CA` and `FR` included; undefined for a language that it lacks. */
export const languageOfTag = (tag: string | null | undefined): Language | undefined =>
  languages.find((language) => language === tag?.trim().split('-')[0]?.toLowerCase());
