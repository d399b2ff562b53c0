import { defaultLanguage, languageOfTag } from '../../src/contracts/language.ts';
import { chosenLanguage } from '../../src/session/language.ts';
import { createSessionStore } from '../../src/session/session-store.ts';
import { admit } from './guard.ts';
import { type InitialState, loadPageTranslations } from './page-state.ts';

/** Loads what the site starts with: the current page, and its translations. */
export const readInitialState = async (): Promise<InitialState> => {
  const { page } = admit(location.pathname, createSessionStore().read() !== null);
  const language = chosenLanguage() ?? languageOfTag(document.documentElement.lang) ?? defaultLanguage;
  return { page, translations: await loadPageTranslations(page, language) };
};
