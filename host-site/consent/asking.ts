import { createConsent } from '../../src/session/consent.ts';

const consent = createConsent();
const root = (): HTMLElement => document.documentElement;

/**
 * The banner stands in every page, hidden; a class of the document shows it, so that it is there with the first paint.
 * To be called then, and whenever the consent changed.
 */
export const askUnlessAnswered = (): void => {
  root().classList.toggle('asks-consent', consent.state() === 'none');
  // A form that asks for it is there before React, and must not ask who gave it.
  root().classList.toggle('consented', consent.given());
  root().classList.toggle('privacy-control', consent.privacyControl());
};

/** Shows the banner to whoever wants to choose again, and takes the keyboard there. */
export const askAgain = (): void => {
  root().classList.add('asks-consent');
  document.querySelector<HTMLElement>('.consent')?.focus();
};
