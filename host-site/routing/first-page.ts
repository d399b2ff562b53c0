import { chosenLanguage } from '../../src/session/language.ts';
import { createSessionStore } from '../../src/session/session-store.ts';
import { admit } from './guard.ts';
import { redirect } from './navigation.ts';

/**
 * Before the first paint: is what the server sent what this visitor is to see? It knows neither the session nor a
 * language that is kept in storage alone. If not, it goes: an empty page for a moment is better than a wrong one.
 */
export const settleFirstPage = (): void => {
  const { goTo } = admit(location.pathname, createSessionStore().read() !== null);
  const language = chosenLanguage() ?? document.documentElement.lang;
  if (goTo === null && language === document.documentElement.lang) return;
  if (goTo !== null) redirect(goTo);
  document.getElementById('site')?.replaceChildren();
};
