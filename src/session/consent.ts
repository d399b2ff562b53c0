import cookies from 'js-cookie';
import { consentCookie } from '../contracts/consent-cookie.ts';
import { forgetClientID } from './client-id.ts';
import { type CookieHost, keepCookie } from './cookie.ts';
import type { StorageHost } from './storage.ts';

/** What the consent cookie says. `none`: there is none yet, the banner shows. */
export type ConsentState = 'none' | 'clicked' | 'scrolled' | 'refused';

export type Consent = {
  state(): ConsentState;
  /** Satisfies the forms: a click or a scroll (decisions section 8). A primitive, fit for `useSyncExternalStore`. */
  given(): boolean;
  /** Telemetry needs a click, and Global Privacy Control wins over it. */
  allowsTelemetry(): boolean;
  /** Whether the browser sends Global Privacy Control. */
  privacyControl(): boolean;
  give(): void;
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
    given: () => ['clicked', 'scrolled'].includes(read()),
    allowsTelemetry: () => read() === 'clicked' && !privacyControl(),
    privacyControl,
    give: () => write('clicked'),
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
