import cookies from 'js-cookie';
import { limits } from '../config/limits.ts';
import { type Language, languageOfTag } from '../contracts/language.ts';
import { storageKeys } from '../contracts/session.ts';
import { type StorageHost, withStorage } from './session-store.ts';

export type CookieHost = { location: Pick<Location, 'protocol'> };

/** Stores a choice on this origin for a year. */
export const keepCookie = ({ location }: CookieHost, name: string, value: string): void => {
  cookies.set(name, value, {
    path: '/',
    expires: limits.cookieDays,
    sameSite: 'lax',
    secure: location.protocol === 'https:',
  });
};

export type LanguageHost = StorageHost & { location: Pick<Location, 'search'> };

/** Returns the requested language: the query parameter `lang`, then storage; undefined for the page's own language. */
export const chosenLanguage = (host: LanguageHost = window): Language | undefined =>
  languageOfTag(new URLSearchParams(host.location.search).get('lang')) ??
  languageOfTag(withStorage(host, (storage) => storage.getItem(storageKeys.language), null));

/** Remembers the language, also in a cookie for the server's next page. Never in a widget: it writes nothing there. */
export const keepLanguage = (language: Language, host: StorageHost & CookieHost = window): void => {
  withStorage(host, (storage) => storage.setItem(storageKeys.language, language), undefined);
  keepCookie(host, storageKeys.language, language);
};
