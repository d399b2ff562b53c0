import { useEffect, useState, useSyncExternalStore } from 'react';
import type { LegalPage } from '../../src/config/legal-links.ts';
import type { Language } from '../../src/contracts/language.ts';
import { routes } from '../../src/contracts/routes.ts';
import { loadWords } from '../../src/i18n/load-words.ts';
import type { Translate } from '../../src/i18n/translate.ts';
import { chosenLanguage, keepLanguage } from '../../src/session/language.ts';
import { createSessionStore } from '../../src/session/session-store.ts';
import type { PageName } from './guard.ts';
import { onNavigation } from './navigation.ts';

/**
 * The state of a page. Each value has two initial states: the one that the page was prerendered with, which React needs
 * for hydration, and the one of this browser, which is rendered directly afterwards.
 */
export type Words = { language: Language; t: Translate; legal?: Translate | undefined };
/** The page and the translations that the site starts with. */
export type Beginning = { page: PageName; words: Words };

const isLegalPage = (page: PageName): page is LegalPage => page === 'terms' || page === 'privacy';

/** Loads the site's words. The legal pages have long texts that no other page loads. @throws like `loadWords` */
export const loadPageWords = async (page: PageName, language: Language): Promise<Words> => {
  const [t, legal] = await Promise.all([
    loadWords('site', language),
    isLegalPage(page) ? loadWords('legal', language) : undefined,
  ]);
  return { language, t, legal };
};

const never = () => () => undefined;

/** False during hydration, when everything must be as in the prerendered page. */
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

/**
 * Follows other tabs by their storage events. The site's own changes are noticed at the navigation that follows them.
 */
export const useSignedIn = ({ page }: Beginning): boolean =>
  useSyncExternalStore(
    followSessions,
    () => createSessionStore().read() !== null,
    () => routes[page].guard === 'session',
  );

/** Returns the language of the address. A requested language is remembered for the next visit. */
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

/**
 * Returns the translations of this page. While others are loading, or if they cannot be loaded, the page keeps the old
 * ones.
 */
export const useWords = (beginning: Beginning, page: PageName, language: Language): Words => {
  const [words, setWords] = useState(beginning.words);
  useEffect(() => {
    if (words.language === language && (words.legal !== undefined || !isLegalPage(page))) return undefined;
    let wanted = true;
    loadPageWords(page, language).then(
      (loaded) => wanted && setWords(loaded),
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [language, page, words]);
  return words;
};
