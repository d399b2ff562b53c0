import { useEffect, useState, useSyncExternalStore } from 'react';
import type { LegalPage } from '../../src/config/legal-links.ts';
import { defaultLanguage, type Language, languageOfTag } from '../../src/contracts/language.ts';
import { routes } from '../../src/contracts/routes.ts';
import { changedMessagesEvent } from '../../src/i18n/changed-messages.ts';
import { loadTranslations } from '../../src/i18n/load-translations.ts';
import type { Translate } from '../../src/i18n/translate.ts';
import { chosenLanguage, keepLanguage } from '../../src/session/language.ts';
import { createSessionStore } from '../../src/session/session-store.ts';
import { resolveRoute, type PageName } from './guard.ts';
import { onNavigation } from './navigation.ts';

/**
 * The state of a page. Each value has two initial states: the one that the page was prerendered with, which React needs
 * for hydration, and the one of this browser, which is rendered directly afterwards.
 */
export type SiteTranslations = { language: Language; t: Translate; legal?: Translate | undefined };
/** The page and the translations that the site starts with. */
export type InitialState = { page: PageName; translations: SiteTranslations };

const isLegalPage = (page: PageName): page is LegalPage => page === 'terms' || page === 'privacy';

/**
 * Loads the site's translations. The legal pages have long texts that no other page loads. @throws like
 * `loadTranslations`
 */
export const loadPageTranslations = async (page: PageName, language: Language): Promise<SiteTranslations> => {
  const [t, legal] = await Promise.all([
    loadTranslations('site', language),
    isLegalPage(page) ? loadTranslations('legal', language) : undefined,
  ]);
  return { language, t, legal };
};

/** Loads what the site starts with: the current page, and its translations. */
export const readInitialState = async (): Promise<InitialState> => {
  const { page } = resolveRoute(location.pathname, createSessionStore().read() !== null);
  const language = chosenLanguage() ?? languageOfTag(document.documentElement.lang) ?? defaultLanguage;
  return { page, translations: await loadPageTranslations(page, language) };
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
export const useAddress = ({ page }: InitialState): { pathname: string; search: string } => {
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
export const useSignedIn = ({ page }: InitialState): boolean =>
  useSyncExternalStore(
    followSessions,
    () => createSessionStore().read() !== null,
    () => routes[page].guard === 'session',
  );

/** Returns the language of the address. A requested language is remembered for the next visit. */
export const useLanguage = ({ translations }: InitialState): Language => {
  const language = useSyncExternalStore(
    onNavigation,
    () => chosenLanguage() ?? translations.language,
    () => translations.language,
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
export const useTranslations = (initialState: InitialState, page: PageName, language: Language): SiteTranslations => {
  const [translations, setTranslations] = useState(initialState.translations);
  useEffect(() => {
    let wanted = true;
    const load = (): void =>
      void loadPageTranslations(page, language).then(
        (loaded) => wanted && setTranslations(loaded),
        () => undefined,
      );
    const isLoaded = translations.language === language && (translations.legal !== undefined || !isLegalPage(page));
    if (!isLoaded) load();
    import.meta.hot?.on(changedMessagesEvent, load);
    return () => {
      wanted = false;
      import.meta.hot?.off(changedMessagesEvent, load);
    };
  }, [language, page, translations]);
  return translations;
};
