/**
 * Returns the unparsed values of every cookie of this name, in the order of a `Cookie` header or `document.cookie`.
 * There may be several: other software may use the name with another path, or a sister host on the parent domain.
 */
export const cookieValues = (name: string, cookies = ''): string[] =>
  cookies.split(';').flatMap((cookie) => {
    const [key = '', ...value] = cookie.trim().split('=');
    return key === name ? [value.join('=')] : [];
  });

/**
 * Name and values of the consent cookie (product-spec.md#9-business-constants-and-limits,
 * decisions.md#8-privacy-and-consent). Telemetry needs `clicked`, which only "Accept" in the banner sets. `scrolled`
 * hides the banner and satisfies the forms. `necessary` comes from the checkbox of a form and also satisfies the forms.
 * Both permit nothing else.
 */
export const consentCookie = {
  name: 'CookieConsent',
  clicked: 'true',
  scrolled: 'scroll',
  necessary: 'necessary',
  refused: 'refused',
} as const;

/** The answer of the visitor. `none`: there is no answer, and the banner is shown. */
export type ConsentState = 'none' | 'clicked' | 'scrolled' | 'necessary' | 'refused';

/** The narrowest answer first. */
const answers = ['refused', 'necessary', 'scrolled', 'clicked'] as const satisfies ConsentState[];

/**
 * Returns the answer in a `Cookie` header or `document.cookie`. Browser and server call this function, so they agree.
 * Values of other software are no answer. Of several answers, as on a portal and a sister host, the narrowest counts.
 */
export const consentIn = (cookies: string | undefined): ConsentState => {
  const values = cookieValues(consentCookie.name, cookies);
  return answers.find((answer) => values.includes(consentCookie[answer])) ?? 'none';
};

/** Returns whether telemetry is allowed: only when every cookie of this name has the value of a click. */
export const permitsTelemetry = (cookies: string | undefined): boolean => {
  const values = cookieValues(consentCookie.name, cookies);
  return values.length > 0 && values.every((value) => value === consentCookie.clicked);
};
