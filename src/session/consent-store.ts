import { consentCookie, consentIn, type ConsentState } from '../contracts/consent-cookie.ts';
import { forgetClientID } from './client-id.ts';
import { type Consent, consentChanged, type ConsentHost, createConsent, necessaryGiven, unstored } from './consent.ts';
import { type CookieHost, keepCookie } from './cookie.ts';

/** The answers of the banner, and of a form's checkbox, which the portal's own pages store. */
export type ConsentStore = Consent & {
  /** Stores "Accept" of the banner. */
  give(): void;
  /** Stores scrolling past `limits.consentScrollShare`. It never replaces an acceptance or a refusal. */
  giveByScroll(): void;
  /** Refuses, or withdraws the consent, and removes the id by which visits were counted. */
  refuse(): void;
};

/** Manages the consent of a page of the portal. A form on a partner's page never loads this file. */
export const createConsentStore = (host: ConsentHost & CookieHost = globalThis.window): ConsentStore => {
  const consent = createConsent(host);
  const write = (state: Exclude<ConsentState, 'none'>): void => {
    keepCookie(host, consentCookie.name, consentCookie[state]);
    if (consentIn(document.cookie) === 'none') unstored.set(host, state);
    host.dispatchEvent(new Event(consentChanged));
  };
  host.addEventListener(necessaryGiven, () => write('necessary'));
  return {
    ...consent,
    give: () => write('clicked'),
    giveByScroll: () => {
      if (consent.state() === 'none') write('scrolled');
    },
    refuse: () => {
      forgetClientID(host);
      write('refused');
    },
  };
};
