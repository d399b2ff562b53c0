/** The languages of the product (product-spec.md#9-business-constants-and-limits). Québec and France both read `fr`. */
export const languages = ['en', 'fr'] as const;
export type Language = (typeof languages)[number];
export const defaultLanguage: Language = 'en';

/** What a page says about each language: its own name, and its locale for link previews (https://ogp.me/#optional). */
export const languageFacts: Readonly<Record<Language, { name: string; locale: string }>> = {
  en: { name: 'English', locale: 'en_CA' },
  fr: { name: 'Français', locale: 'fr_CA' },
};

export const isLanguage = (value: unknown): value is Language => languages.some((language) => language === value);

/** Returns the product's language for a tag such as `fr-CA`, `FR` or `fr_FR.UTF-8`; undefined for another. */
export const languageOfTag = (tag: string | null | undefined): Language | undefined =>
  languages.find((language) => language === tag?.toLowerCase().match(/[a-z]+/)?.[0]);
