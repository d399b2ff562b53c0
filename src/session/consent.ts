import cookies from 'js-cookie';
import { consentCookie } from '../contracts/consent-cookie.ts';
import { forgetClientID } from './client-id.ts';
import { type CookieHost, keepCookie } from './cookie.ts';
import type { StorageHost } from './storage.ts';

/** What the consent cookie says. `none`: there is none yet, the banner shows. */
export type ConsentState = 'none' | 'clicked' | 'scrolled' | 'necessary' | 'refused';

export type Consent = {
  state(): ConsentState;
  /** Whether the forms are satisfied: by a click, a scroll or their own checkbox (decisions section 8). */
  given(): boolean;
  /** Whether telemetry is allowed: only after "Accept" in the banner, and never with Global Privacy Control. */
  allowsTelemetry(): boolean;
  /** Whether the browser sends Global Privacy Control. */
  privacyControl(): boolean;
  /** "Accept" in the banner. */
  give(): void;
  /** The checkbox of a form: allows the cookie that keeps people logged in, and no telemetry. */
  giveNecessary(): void;
  /** After scrolling past `limits.consentScrollShare`; never turns a click or a refusal around. */
  giveByScroll(): void;
  /** Refuses, or withdraws what was given; the id by which visits were counted is forgotten. */
  refuse(): void;
  /** Calls back when consent changes in this page, or in another tab of a browser that tells. The answer ends it. */
  subscribe(listener: () => void): () => void;
};

const { name: cookieName, ...values } = consentCookie;
const states = new Map<string | undefined, ConsentState>([
  [values.clicked, 'clicked'],
  [values.scrolled, 'scrolled'],
  [values.necessary, 'necessary'],
  [values.refused, 'refused'],
]);
const changed = 'maths-consent';

/** The part of `window` that consent reads. Not every browser tells of cookies that change. */
export type ConsentHost = EventTarget & StorageHost & CookieHost & { navigator: object; cookieStore?: EventTarget };

/**
 * The cookie `CookieConsent` of spec section 9. First-party pages only: widget mode asks for no consent. Where there is
 * no window, as when pages are rendered ahead, it may be made but not used.
 */
export const createConsent = (host: ConsentHost = globalThis.window): Consent => {
  // TypeScript's DOM doesn't know it yet.
  const privacyControl = (): boolean =>
    'globalPrivacyControl' in host.navigator && host.navigator.globalPrivacyControl === true;
  const read = (): ConsentState => states.get(cookies.get(cookieName)) ?? 'none';
  const write = (state: keyof typeof values): void => {
    keepCookie(host, cookieName, values[state]);
    host.dispatchEvent(new Event(changed));
  };
  return {
    state: read,
    given: () => ['clicked', 'scrolled', 'necessary'].includes(read()),
    allowsTelemetry: () => read() === 'clicked' && !privacyControl(),
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
      host.addEventListener(changed, listener);
      host.cookieStore?.addEventListener('change', listener);
      return () => {
        host.removeEventListener(changed, listener);
        host.cookieStore?.removeEventListener('change', listener);
      };
    },
  };
};
