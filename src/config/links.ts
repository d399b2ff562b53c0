import type { Brand } from './brand.ts';
import { originOf } from './origin.ts';
import { type BuildVariable, variableText, variables, type Variables } from './variables.ts';

/** Returns the text if it is an https address. @throws Error naming the variable that holds something else. */
const httpsAddress = (variable: string, text: string): string => {
  if (URL.canParse(text) && new URL(text).protocol === 'https:') return text;
  throw new Error(`${variable} needs an https address such as https://www.example.org/page, got "${text}".`);
};

/** The names of the two legal pages; their routes have the same names. */
export type LegalPage = 'terms' | 'privacy';

/** Addresses that replace the sample pages of the portal; undefined keeps the sample. */
export type LegalLinks = Readonly<Record<LegalPage, string | undefined>>;

/** Reads `VITE_TERMS_URL` and `VITE_PRIVACY_URL`. @throws Error when one of them is not an https address. */
export const createLegalLinks = (source: Variables = variables): LegalLinks => {
  const link = (name: BuildVariable): string | undefined => {
    const text = variableText(source, name);
    return text === undefined ? undefined : httpsAddress(name, text);
  };
  return { terms: link('VITE_TERMS_URL'), privacy: link('VITE_PRIVACY_URL') };
};

/** Where the app is downloaded. The defaults are pages on the brand's own domain, which may redirect to the stores. */
type StoreLinks = { appStore: string; googlePlay: string };

/** Returns the stores' links, fixed when the pages are built. @throws if not https: they contain a session token */
export const createStoreLinks = (source: Variables, { domain }: Brand): StoreLinks => {
  const link = (name: BuildVariable, page: string): string =>
    httpsAddress(name, variableText(source, name) ?? `https://${domain}/${page}`);
  return {
    appStore: link('VITE_APP_STORE_URL', 'app-store'),
    googlePlay: link('VITE_GOOGLE_PLAY_URL', 'google-play'),
  };
};

/**
 * Returns the origins to which the browser may navigate for payments: Stripe's own hosts, unless the comma-separated
 * `VITE_PAYMENT_ORIGINS` names others, such as a custom domain at Stripe or the simulator.
 */
export const createPaymentOrigins = (source: Variables): readonly string[] => {
  const given = variableText(source, 'VITE_PAYMENT_ORIGINS');
  if (given === undefined) return ['https://checkout.stripe.com', 'https://billing.stripe.com'];
  return given.split(',').flatMap((text) => originOf(text) ?? []);
};

/** Returns whether an address from a server is a page of the payment provider. No other address is followed. */
export const isPaymentPage = (url: string, origins = createPaymentOrigins(variables)): boolean =>
  URL.canParse(url) && origins.includes(new URL(url).origin);
