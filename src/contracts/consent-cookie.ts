/**
 * The consent cookie (spec section 9, decisions section 8). Telemetry needs `clicked`: scrolling hides the banner and
 * satisfies the forms, and permits nothing else.
 */
export const consentCookie = { name: 'CookieConsent', clicked: 'true', scrolled: 'scroll', refused: 'false' } as const;
