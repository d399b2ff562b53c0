import { consentIn, type ConsentState } from '../contracts/cookies.ts';
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
 * Reads the cookie `CookieConsent` (product-spec.md#9-business-constants-and-limits), on first-party pages only.
 * Without a window, as in prerendering, it can be created but not used.
 */
export const createConsent = (host: ConsentHost = globalThis.window) => {
  const state = (): ConsentState => {
    // js-cookie reads one cookie of a name, and there may be several (contracts/cookies.ts).
    const stored = consentIn(document.cookie);
    return stored === 'none' ? (unstored.get(host) ?? 'none') : stored;
  };
  return {
    state,
    /**
     * Returns whether a click, a scroll or their own checkbox satisfies the forms (decisions.md#8-privacy-and-consent).
     */
    given: () => !['none', 'refused'].includes(state()),
    /**
     * Reports the checkbox of a form to the page, which stores it: it allows the cookie that keeps people logged in.
     */
    giveNecessary: () => void host.dispatchEvent(new Event(necessaryGiven)),
    /**
     * Calls back when the consent changes here or in another tab, at the latest at a return. Returns what ends that.
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
