/** Returns the unparsed values of a cookie. Other software may use its name with another path or a parent domain. */
export const cookieValues = (name: string, cookies = ''): string[] =>
  cookies.split(';').flatMap((cookie) => {
    const [key = '', ...value] = cookie.trim().split('=');
    return key === name ? [value.join('=')] : [];
  });

/**
 * The consent cookie (decisions.md#8-privacy-and-consent). Telemetry needs `clicked`, which only "Accept" in the banner
 * sets. `scrolled` and `necessary`, the checkbox of a form, satisfy the forms and permit nothing else.
 */
export const consentCookie = {
  name: 'CookieConsent',
  clicked: 'true',
  scrolled: 'scroll',
  necessary: 'necessary',
  refused: 'refused',
} as const;

/** The answer of the visitor. `none`: there is no answer, and the banner is shown. */
export type ConsentState = 'none' | Exclude<keyof typeof consentCookie, 'name'>;

/** The narrowest answer first. */
const answers = ['refused', 'necessary', 'scrolled', 'clicked'] as const satisfies ConsentState[];

/**
 * Returns the answer. Values of other software are none. Of several, as of a portal and a sister host, the narrowest
 * counts.
 */
export const consentIn = (cookies: string | undefined): ConsentState => {
  const values = cookieValues(consentCookie.name, cookies);
  return answers.find((answer) => values.includes(consentCookie[answer])) ?? 'none';
};
