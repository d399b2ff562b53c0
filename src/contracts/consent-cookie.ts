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
