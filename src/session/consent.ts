import { consentCookie, consentIn, type ConsentState, permitsTelemetry } from '../contracts/consent-cookie.ts';
import { forgetClientID } from './client-id.ts';
import { type CookieHost, keepCookie } from './cookie.ts';
import type { StorageHost } from './storage.ts';

export type { ConsentState };

export type Consent = {
  state(): ConsentState;
  /**
   * Returns whether the forms are satisfied: by a click, a scroll or their own checkbox
   * (decisions.md#8-privacy-and-consent).
   */
  given(): boolean;
  /** Returns whether telemetry is allowed: only after "Accept" in the banner, and never with Global Privacy Control. */
  allowsTelemetry(): boolean;
  /** Returns whether the browser sends Global Privacy Control. */
  privacyControl(): boolean;
  /** Stores "Accept" of the banner. */
  give(): void;
  /** Stores the checkbox of a form: allows the cookie that keeps people logged in, and no telemetry. */
  giveNecessary(): void;
  /** Stores scrolling past `limits.consentScrollShare`. It never replaces an acceptance or a refusal. */
  giveByScroll(): void;
  /** Refuses, or withdraws the consent, and removes the id by which visits were counted. */
  refuse(): void;
  /**
   * Calls back when the consent changes in this page, or in another tab: at once if the browser reports it, at the latest
   * when the visitor returns to this one. Returns a function that ends the subscription.
   */
  subscribe(listener: () => void): () => void;
};

const changed = 'maths-consent';
/** Browsers report few changes of cookies in other tabs, and Chromium loses some. */
const events = [changed, 'focus', 'pageshow'];

/** Answers for the rest of the visit, where the browser stores no cookie: the banner would never close. */
const unstored = new WeakMap<ConsentHost, ConsentState>();

/** The part of `window` that consent uses. Not every browser reports cookie changes. */
export type ConsentHost = EventTarget & StorageHost & CookieHost & { navigator: object; cookieStore?: EventTarget };

/**
 * Manages the cookie `CookieConsent` of product-spec.md#9-business-constants-and-limits. It is for first-party pages
 * only, because widget mode asks for no consent. Without a window, as in prerendering, it can be created but not used.
 */
export const createConsent = (host: ConsentHost = globalThis.window): Consent => {
  // TypeScript's DOM types do not include it yet.
  const privacyControl = (): boolean =>
    'globalPrivacyControl' in host.navigator && host.navigator.globalPrivacyControl === true;
  const stored = (): ConsentState => consentIn(document.cookie);
  const read = (): ConsentState => {
    const state = stored();
    return state === 'none' ? (unstored.get(host) ?? 'none') : state;
  };
  const write = (state: Exclude<ConsentState, 'none'>): void => {
    keepCookie(host, consentCookie.name, consentCookie[state]);
    if (stored() === 'none') unstored.set(host, state);
    host.dispatchEvent(new Event(changed));
  };
  return {
    state: read,
    given: () => !['none', 'refused'].includes(read()),
    allowsTelemetry: () => permitsTelemetry(document.cookie) && !privacyControl(),
    privacyControl,
    give: () => write('clicked'),
    giveNecessary: () => write('necessary'),
    giveByScroll: () => {
      if (read() === 'none') write('scrolled');
    },
    refuse: () => {
      forgetClientID(host);
      write('refused');
    },
    subscribe: (listener) => {
      for (const name of events) host.addEventListener(name, listener);
      host.cookieStore?.addEventListener('change', listener);
      return () => {
        for (const name of events) host.removeEventListener(name, listener);
        host.cookieStore?.removeEventListener('change', listener);
      };
    },
  };
};
