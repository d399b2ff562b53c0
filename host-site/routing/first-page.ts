import { defaultLanguage, isLanguage, type Language } from '../../src/contracts/language.ts';
import { createConsent } from '../../src/session/consent.ts';
import { chosenLanguage } from '../../src/session/language.ts';
import { createSessionStore } from '../../src/session/session-store.ts';
import { createTelemetry } from '../../src/telemetry/telemetry.ts';
import { routeOf } from './address.ts';
import { admit } from './guard.ts';
import { redirect } from './navigation.ts';

/** A class of the document, which hides what the server sent: the styles of the first moment know it. */
const elsewhere = 'elsewhere';

const recordHomeView = (lang: Language): void => {
  const { allowsTelemetry } = createConsent();
  createTelemetry({ portal: location.origin }, allowsTelemetry).record({ type: 'page_view', page: '/', lang });
};

/**
 * Before anything of the page is there: is what the server sent what this visitor is to see? It knows neither the session
 * nor a language that is kept in storage alone. If not, it is never shown: an empty page for a moment is better than a
 * wrong one.
 */
export const settleFirstPage = (): void => {
  const { goTo } = admit(location.pathname, createSessionStore().read() !== null);
  const language = chosenLanguage() ?? document.documentElement.lang;
  if (goTo === null && language === document.documentElement.lang) return;
  if (goTo !== null) {
    // The front page counts a visit before it redirects a signed-in visitor (spec section 2).
    if (routeOf(location.pathname) === 'home') recordHomeView(isLanguage(language) ? language : defaultLanguage);
    redirect(goTo);
  }
  document.documentElement.classList.add(elsewhere);
};

export const isElsewhere = (): boolean => document.documentElement.classList.contains(elsewhere);

/** Makes room for the right page. */
export const emptyPage = (container: Element): void => {
  container.replaceChildren();
  document.documentElement.classList.remove(elsewhere);
};
