import { useEffect, useMemo, useRef } from 'react';
import { ConsentBanner } from './consent/consent-banner.tsx';
import { Footer } from './layout/footer.tsx';
import { Header } from './layout/header.tsx';
import { revealFallback } from './layout/reveal-fallback.ts';
import { headOf, showHead } from './head.ts';
import { pages } from './routes.tsx';
import { announceHydrated } from './routing/hydrated.ts';
import { focusHeading } from './routing/focus-heading.ts';
import { resolveRoute, type PageName } from './routing/guard.ts';
import { redirect } from './routing/navigation.ts';
import {
  type InitialState,
  useAddress,
  useHydrated,
  useLanguage,
  useSignedIn,
  useTranslations,
} from './routing/page-state.ts';
import { SiteProvider } from './site-context.ts';

/** Moves the focus to the new page after a navigation. On the first load, the browser starts at the page itself. */
const useFocusOnNavigation = (page: PageName): void => {
  const shown = useRef<PageName | null>(null);
  useEffect(() => {
    if (shown.current !== null && shown.current !== page) focusHeading();
    shown.current = page;
  }, [page]);
};

/** Renders the frame around every page: address → guard → page, in the visitor's language. */
export function Site({ initialState }: { initialState: InitialState }) {
  const { pathname, search } = useAddress(initialState);
  const signedIn = useSignedIn(initialState);
  const { page: name, redirectTo } = resolveRoute(pathname, signedIn);
  const translations = useTranslations(initialState, name, useLanguage(initialState));
  // During hydration, React 19 does not add a custom element's listeners (its issue 35446). It adds those that change
  // at the next render, so everything renders a second time.
  const hydrated = useHydrated();
  useEffect(() => {
    if (hydrated) announceHydrated();
  }, [hydrated]);

  const { Page, area = 'families', form = false, define } = pages[name];

  useEffect(() => {
    if (redirectTo !== null) redirect(redirectTo);
  }, [redirectTo]);

  useEffect(() => {
    define?.().catch(revealFallback);
  }, [define]);

  useEffect(() => {
    document.documentElement.lang = translations.language;
    showHead(headOf(name, translations, location.origin));
  }, [translations, name]);

  useFocusOnNavigation(name);

  const site = useMemo(() => {
    const coupon = new URLSearchParams(search).get('coupon') ?? undefined;
    return { ...translations, signedIn, search, coupon };
  }, [translations, signedIn, search]);
  return (
    <SiteProvider value={site}>
      <a className="skip" href="#main">
        {site.t('skip')}
      </a>
      {!form && <ConsentBanner />}
      <Header page={name} />
      <main id="main" key={name}>
        <Page />
      </main>
      <Footer area={area} />
    </SiteProvider>
  );
}
