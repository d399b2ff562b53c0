import { type Language, languageOfTag } from '../contracts/language.ts';
import { storageKeys } from '../contracts/session.ts';
import { type CookieHost, keepCookie } from './cookie.ts';
import { type StorageHost, withStorage } from './storage.ts';

export type LanguageHost = StorageHost & { location: Pick<Location, 'search'> };

/** What the person asked for: query parameter `lang`, then storage (spec section 9). Undefined: the page's own language. */
export const chosenLanguage = (host: LanguageHost = window): Language | undefined =>
  languageOfTag(new URLSearchParams(host.location.search).get('lang')) ??
  languageOfTag(withStorage(host, (storage) => storage.getItem(storageKeys.language), null));

/**
 * Remembers the choice, for the pages in storage and for the server, which sends the next page in it, in a cookie. Only on
 * the portal's own pages: a widget writes nothing on a partner's.
 */
export const keepLanguage = (language: Language, host: StorageHost & CookieHost = window): void => {
  withStorage(host, (storage) => storage.setItem(storageKeys.language, language), undefined);
  keepCookie(host, storageKeys.language, language);
};
