import { defaultLanguage, type Language, languages } from '../contracts/language.ts';
import { storageKeys } from '../contracts/session.ts';
import { type StorageHost, withStorage } from './storage.ts';

export type LanguageHost = StorageHost & { location: Pick<Location, 'search'> };

/** The product's language for a language tag, `fr-CA` and `FR` included; undefined for a language that it lacks. */
export const languageOfTag = (tag: string | null): Language | undefined =>
  languages.find((language) => language === tag?.trim().split('-')[0]?.toLowerCase());

/** The language of a page of ours: query parameter `lang`, then storage, then the default (spec section 9). */
export const readLanguage = (host: LanguageHost = window): Language =>
  languageOfTag(new URLSearchParams(host.location.search).get('lang')) ??
  languageOfTag(withStorage(host, (storage) => storage.getItem(storageKeys.language), null)) ??
  defaultLanguage;

/** Remembers the choice. Only on the portal's own pages: a widget writes nothing on a partner's. */
export const keepLanguage = (language: Language, host: StorageHost = window): void =>
  withStorage(host, (storage) => storage.setItem(storageKeys.language, language), undefined);
