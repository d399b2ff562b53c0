import { permitsTelemetry } from '../contracts/calls/visits.ts';
import { consentCookie, consentIn, type ConsentState } from '../contracts/cookies.ts';
import { forgetClientID } from './client-id.ts';
import { consentChanged, type ConsentHost, createConsent, necessaryGiven, unstored } from './consent.ts';
import { type CookieHost, keepCookie } from './choices.ts';

/** Returns whether the browser sends Global Privacy Control. TypeScript's DOM types do not include it yet. */
const privacyControl = ({ navigator }: Pick<ConsentHost, 'navigator'>): boolean =>
  'globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true;

/** Returns whether telemetry is allowed: only after "Accept" in the banner, and never with Global Privacy Control. */
export const allowsTelemetry = (host: Pick<ConsentHost, 'navigator'> = globalThis.window): boolean =>
  permitsTelemetry(document.cookie) && !privacyControl(host);

/** Manages the answers of the banner and of forms' checkboxes on the portal's own pages. No other page loads it. */
export const createConsentStore = (host: ConsentHost & CookieHost = globalThis.window) => {
  const consent = createConsent(host);
  const write = (state: Exclude<ConsentState, 'none'>): void => {
    keepCookie(host, consentCookie.name, consentCookie[state]);
    if (consentIn(document.cookie) === 'none') unstored.set(host, state);
    host.dispatchEvent(new Event(consentChanged));
  };
  host.addEventListener(necessaryGiven, () => write('necessary'));
  return {
    ...consent,
    privacyControl: () => privacyControl(host),
    /** Stores "Accept" of the banner. */
    give: () => write('clicked'),
    /** Stores scrolling past `limits.consentScrollShare`. It never replaces an acceptance or a refusal. */
    giveByScroll: () => {
      if (consent.state() === 'none') write('scrolled');
    },
    /** Refuses, or withdraws the consent, and removes the id by which visits were counted. */
    refuse: () => {
      forgetClientID(host);
      write('refused');
    },
  };
};
