import { httpsAddress } from './https-address.ts';
import type { BuildVariable } from './settings.ts';
import { textOf, type Variables, variables } from './variables.ts';

/** The names of the two legal pages; their routes have the same names. */
export type LegalPage = 'terms' | 'privacy';

/** Addresses that replace the sample pages of the portal; undefined keeps the sample. */
export type LegalLinks = Readonly<Record<LegalPage, string | undefined>>;

/** Reads `VITE_TERMS_URL` and `VITE_PRIVACY_URL`. @throws Error when one of them is not an https address. */
export const createLegalLinks = (source: Variables = variables): LegalLinks => {
  const link = (name: BuildVariable): string | undefined => {
    const text = textOf(source, name);
    return text === undefined ? undefined : httpsAddress(name, text);
  };
  return { terms: link('VITE_TERMS_URL'), privacy: link('VITE_PRIVACY_URL') };
};
