import { defaultLanguage, languageOfTag } from '../../src/contracts/language.ts';
import { loadWords } from '../../src/i18n/load-words.ts';
import { chosenLanguage } from '../../src/session/language.ts';
import { createSessionStore } from '../../src/session/session-store.ts';
import { admit } from './guard.ts';
import type { Beginning } from './page-state.ts';

/** What the site begins with: the page that stands there by now, and its words. */
export const readBeginning = async (): Promise<Beginning> => {
  const { page } = admit(location.pathname, createSessionStore().read() !== null);
  const language = chosenLanguage() ?? languageOfTag(document.documentElement.lang) ?? defaultLanguage;
  return { page, words: { language, t: await loadWords('site', language) } };
};
