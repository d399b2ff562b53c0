import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Language } from '../../src/contracts/language.ts';
import { routes } from '../../src/contracts/routes.ts';
import { loadWords } from '../../src/i18n/load-words.ts';
import type { Translate } from '../../src/i18n/translate.ts';
import { chosenLanguage, keepLanguage } from '../../src/session/language.ts';
import { createSessionStore } from '../../src/session/session-store.ts';
import type { PageName } from './guard.ts';
import { onNavigation } from './navigation.ts';

/**
 * What a page shows besides its own words. Each has two beginnings: what was known when the page was rendered for
 * everybody, which React takes over from, and what this browser knows, which it goes on with at once.
 */
export type Words = { language: Language; t: Translate };
/** The page and the words that the site begins with. */
export type Beginning = { page: PageName; words: Words };

const never = () => () => undefined;

/** False while React takes over what the server sent: then everything must still be as it was for everybody. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

/** Re-renders whenever path or query change. */
export const useAddress = ({ page }: Beginning): { pathname: string; search: string } => {
  const url = useSyncExternalStore(
    onNavigation,
    () => location.pathname + location.search,
    () => routes[page].path,
  );
  const [pathname = '', query] = url.split(/\?(.*)/s);
  return { pathname, search: query === undefined || query === '' ? '' : `?${query}` };
};

const followSessions = (listener: () => void) => createSessionStore().subscribe(listener);

/** Follows other tabs by their storage events; our own changes are seen at the navigation that follows them. */
export const useSignedIn = ({ page }: Beginning): boolean =>
  useSyncExternalStore(
    followSessions,
    () => createSessionStore().read() !== null,
    () => routes[page].guard === 'session',
  );

/** The language of the address as it stands. What was asked for is remembered for the next visit. */
export const useLanguage = ({ words }: Beginning): Language => {
  const language = useSyncExternalStore(
    onNavigation,
    () => chosenLanguage() ?? words.language,
    () => words.language,
  );
  useEffect(() => {
    if (chosenLanguage() === language) keepLanguage(language);
  }, [language]);
  return language;
};

/** The site's words. While another language is on its way, and if it never comes, the page stays in the old one. */
export const useWords = (beginning: Beginning, language: Language): Words => {
  const [words, setWords] = useState(beginning.words);
  useEffect(() => {
    if (words.language === language) return undefined;
    let wanted = true;
    loadWords('site', language).then(
      (t) => wanted && setWords({ language, t }),
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [language, words]);
  return words;
};
