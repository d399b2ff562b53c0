import { defaultLanguage, languageOfTag } from '../../src/contracts/language.ts';
import { chosenLanguage } from '../../src/session/language.ts';
import { createSessionStore } from '../../src/session/session-store.ts';
import { admit } from './guard.ts';
import { type Beginning, loadPageWords } from './page-state.ts';

/** Loads what the site starts with: the current page, and its translations. */
export const readBeginning = async (): Promise<Beginning> => {
  const { page } = admit(location.pathname, createSessionStore().read() !== null);
  const language = chosenLanguage() ?? languageOfTag(document.documentElement.lang) ?? defaultLanguage;
  return { page, words: await loadPageWords(page, language) };
};
