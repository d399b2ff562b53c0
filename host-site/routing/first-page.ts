import { defaultLanguage, isLanguage, type Language } from '../../src/contracts/language.ts';
import { createConsent } from '../../src/session/consent.ts';
import { chosenLanguage } from '../../src/session/language.ts';
import { createSessionStore } from '../../src/session/session-store.ts';
import { createTelemetry } from '../../src/telemetry/telemetry.ts';
import { routeOf } from './address.ts';
import { resolveRoute } from './guard.ts';
import { redirect } from './navigation.ts';

/** The document's class that hides the page that the server sent. The inlined styles contain its rule. */
const wrongPage = 'wrong-page';

const recordHomeView = (lang: Language): void => {
  const { allowsTelemetry } = createConsent();
  createTelemetry({ portal: location.origin }, allowsTelemetry).record({ type: 'page_view', page: '/', lang });
};

/**
 * Hides the prerendered page, and redirects, when this visitor gets another page. It runs before the first paint. The
 * server does not read the session, or a language that only the browser has stored. An empty page for a moment is
 * better than a wrong one.
 */
export const hideWrongPage = (): void => {
  const { redirectTo } = resolveRoute(location.pathname, createSessionStore().read() !== null);
  const language = chosenLanguage() ?? document.documentElement.lang;
  if (redirectTo === null && language === document.documentElement.lang) return;
  if (redirectTo !== null) {
    // The front page counts a visit before it redirects a signed-in visitor (product-spec.md#2-screens-and-routes).
    if (routeOf(location.pathname) === 'home') recordHomeView(isLanguage(language) ? language : defaultLanguage);
    redirect(redirectTo);
  }
  document.documentElement.classList.add(wrongPage);
};

export const isWrongPage = (): boolean => document.documentElement.classList.contains(wrongPage);

/** Removes the prerendered page, so that the right page can be rendered. */
export const emptyPage = (container: Element): void => {
  container.replaceChildren();
  document.documentElement.classList.remove(wrongPage);
};
