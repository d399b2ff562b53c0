import { consentIn, type ConsentState, permitsTelemetry } from '../contracts/cookies.ts';
import type { StorageHost } from './session-store.ts';

/** Fired on the window when the consent has changed, and when a form's checkbox was ticked. */
export const consentChanged = 'maths-consent';
export const necessaryGiven = 'maths-consent-necessary';

/** Browsers report few changes of cookies in other tabs, and Chromium loses some. */
const events = [consentChanged, 'focus', 'pageshow'];

/** Answers for the rest of the visit, where the browser stores no cookie: the banner would never close. */
export const unstored = new WeakMap<ConsentHost, ConsentState>();

/** The part of `window` that consent uses. Not every browser reports cookie changes. */
export type ConsentHost = EventTarget & StorageHost & { navigator: object; cookieStore?: EventTarget };

/**
 * Reads the cookie `CookieConsent` of product-spec.md#9-business-constants-and-limits. It is for first-party pages only,
 * because widget mode asks for no consent. Without a window, as in prerendering, it can be created but not used.
 */
export const createConsent = (host: ConsentHost = globalThis.window) => {
  /** Returns whether the browser sends Global Privacy Control. TypeScript's DOM types do not include it yet. */
  const privacyControl = (): boolean =>
    'globalPrivacyControl' in host.navigator && host.navigator.globalPrivacyControl === true;
  const state = (): ConsentState => {
    // js-cookie reads one cookie of a name, and there may be several (contracts/cookies.ts).
    const stored = consentIn(document.cookie);
    return stored === 'none' ? (unstored.get(host) ?? 'none') : stored;
  };
  return {
    state,
    /**
     * Returns whether the forms are satisfied: by a click, a scroll or their own checkbox
     * (decisions.md#8-privacy-and-consent).
     */
    given: () => !['none', 'refused'].includes(state()),
    /** Returns whether telemetry is allowed: only after "Accept" in the banner, and never with Global Privacy Control. */
    allowsTelemetry: () => permitsTelemetry(document.cookie) && !privacyControl(),
    privacyControl,
    /** Reports the checkbox of a form to the page, which stores it: it allows the cookie that keeps people logged in. */
    giveNecessary: (): void => {
      host.dispatchEvent(new Event(necessaryGiven));
    },
    /**
     * Calls back when the consent changes in this page, or in another tab: at once if the browser reports it, at the
     * latest when the visitor returns to this one. Returns a function that ends the subscription.
     */
    subscribe: (listener: () => void): (() => void) => {
      for (const name of events) host.addEventListener(name, listener);
      host.cookieStore?.addEventListener('change', listener);
      return () => {
        for (const name of events) host.removeEventListener(name, listener);
        host.cookieStore?.removeEventListener('change', listener);
      };
    },
  };
};
export type Consent = ReturnType<typeof createConsent>;
