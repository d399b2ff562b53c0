/**
 * Name and values of the consent cookie (spec section 9, decisions section 8). Telemetry needs `clicked`, which only
 * "Accept" in the banner sets. `scrolled` hides the banner and satisfies the forms; `necessary` is the checkbox of a
 * form and satisfies the forms as well. Neither permits anything else.
 */
export const consentCookie = {
  name: 'CookieConsent',
  clicked: 'true',
  scrolled: 'scroll',
  necessary: 'necessary',
  refused: 'refused',
} as const;
