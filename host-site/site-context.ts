import { createContext, useContext } from 'react';
import type { Language } from '../src/contracts/language.ts';
import type { Translate } from '../src/i18n/translate.ts';

/**
 * The values that every part of a page can use: translations (`legal`: those of the legal pages, once they are loaded),
 * language, session, the query and its coupon.
 */
export type SiteContext = {
  t: Translate;
  legal?: Translate | undefined;
  language: Language;
  signedIn: boolean;
  search: string;
  coupon: string | undefined;
};

const context = createContext<SiteContext | null>(null);
export const SiteProvider = context.Provider;

/** Returns the values. @throws outside of `SiteProvider`. */
export const useSite = (): SiteContext => {
  const site = useContext(context);
  if (site === null) throw new Error('useSite needs a SiteProvider above it');
  return site;
};
