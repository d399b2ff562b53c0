import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Language } from '../../src/contracts/language.ts';
import { loadWords } from '../../src/i18n/load-words.ts';
import type { Translate } from '../../src/i18n/translate.ts';
import { keepLanguage, readLanguage } from '../../src/session/language.ts';
import { createSessionStore } from '../../src/session/session-store.ts';

const sessions = createSessionStore();

/** Follows other tabs by their storage events; our own changes are seen at the navigation that follows them. */
export const useSignedIn = (): boolean => useSyncExternalStore(sessions.subscribe, () => sessions.read() !== null);

/** The language of the address as it stands, remembered for the next visit. Re-read at each navigation. */
export const useLanguage = (): Language => {
  const language = readLanguage();
  useEffect(() => keepLanguage(language), [language]);
  return language;
};

type Words = { language: Language; t: Translate };

/** The site's words. While another language is on its way, and if it never comes, the page stays in the old one. */
export const useWords = (language: Language): Words | null => {
  const [words, setWords] = useState<Words | null>(null);
  useEffect(() => {
    let wanted = true;
    loadWords('site', language).then(
      (t) => wanted && setWords({ language, t }),
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [language]);
  return words;
};
