import { createContext, useContext } from 'react';
import type { Language } from '../src/contracts/language.ts';
import type { Translate } from '../src/i18n/translate.ts';

/** What every part of a page may need: its words, its language, whether somebody is signed in, the query and its coupon. */
export type SiteContext = {
  t: Translate;
  language: Language;
  signedIn: boolean;
  search: string;
  coupon: string | undefined;
};

const context = createContext<SiteContext | null>(null);
export const SiteProvider = context.Provider;

/** @throws outside of `SiteProvider`. */
export const useSite = (): SiteContext => {
  const site = useContext(context);
  if (site === null) throw new Error('useSite needs a SiteProvider above it');
  return site;
};
