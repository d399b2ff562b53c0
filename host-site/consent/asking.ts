import { createConsent } from '../../src/session/consent.ts';

const consent = createConsent();
const root = (): HTMLElement => document.documentElement;

/**
 * Shows or hides the banner. Every page contains it, hidden, and a class of the document shows it, so that it is
 * visible at the first paint. Call this initially and whenever the consent changes.
 */
export const showBannerUnlessAnswered = (): void => {
  root().classList.toggle('asks-consent', consent.state() === 'none');
  // A form that asks for consent is shown before React runs, and must not ask a visitor who gave it.
  root().classList.toggle('consented', consent.given());
  root().classList.toggle('privacy-control', consent.privacyControl());
};

/** Shows the banner again for a new choice, and moves the focus to it. */
export const reopenBanner = (): void => {
  root().classList.add('asks-consent');
  document.querySelector<HTMLElement>('.consent')?.focus();
};
