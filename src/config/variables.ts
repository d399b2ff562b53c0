/**
 * The variables that an operator set for the build: in a bundle those that its code reads (`settled-vite-plugin.ts`),
 * the process environment on the server. They are read only here. Everything in `config` is a pure function of them with a default.
 */
export type Variables = Readonly<Record<string, string | boolean | undefined>>;

export const variables: Variables =
  typeof __VARIABLES__ === 'undefined' ? (import.meta.env ?? process.env) : __VARIABLES__;

/** The variables of the build. Everybody who loads a page can read them. */
export const buildVariables = [
  'VITE_APP_STORE_URL',
  'VITE_BRAND_DOMAIN',
  'VITE_BRAND_NAME',
  'VITE_BRAND_SLUG',
  'VITE_BRAND_SUPPORT_EMAIL',
  'VITE_DEMO_ORIGIN',
  'VITE_DEMO_PORTAL_URL',
  'VITE_GOOGLE_PLAY_URL',
  'VITE_PARTNERS',
  'VITE_PAYMENT_ORIGINS',
  'VITE_PLAYFAB_RECOVERY_TEMPLATES',
  'VITE_PLAYFAB_TITLE_ID',
  'VITE_PLAYFAB_URL',
  'VITE_PORTAL_URL',
  'VITE_PRIVACY_URL',
  'VITE_TERMS_URL',
  'VITE_WITHDRAWAL_DAYS',
] as const;
export type BuildVariable = (typeof buildVariables)[number];

/** Returns a variable's text. An empty variable counts as not set. */
export const textOf = (source: Variables, name: BuildVariable): string | undefined => {
  const value = source[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};
