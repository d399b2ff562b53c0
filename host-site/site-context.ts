import { createContext, useContext } from 'react';
import type { Language } from '../src/contracts/language.ts';
import type { RouteName, WidgetRoute } from '../src/contracts/routes.ts';
import { loadTranslations } from '../src/i18n/load-translations.ts';
import type { Translate } from '../src/i18n/translate.ts';

/** Pages with a layout. The widgets' pages contain only their form. */
export type PageName = Exclude<RouteName, WidgetRoute>;

/** What every part of a page can use: the page, its language, and its translations. The legal pages have long texts. */
export type SiteContext = { page: RouteName; language: Language; t: Translate; legal: Translate };

const context = createContext<SiteContext | null>(null);
export const SiteProvider = context.Provider;

/** Returns the values. @throws outside of `SiteProvider`. */
export const useSite = (): SiteContext => {
  const site = useContext(context);
  if (site === null) throw new Error('useSite needs a SiteProvider above it');
  return site;
};

/** Loads the values for a page. @throws like `loadTranslations` */
export const loadSite = async (page: RouteName, language: Language): Promise<SiteContext> => {
  const [t, legal] = await Promise.all([loadTranslations('site', language), loadTranslations('legal', language)]);
  return { page, language, t, legal };
};
