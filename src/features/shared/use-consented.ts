import { useSyncExternalStore } from 'react';
import type { Consent } from '../../session/consent.ts';
import { useElement } from './use-element.ts';

/** Returns whether the consent cookie satisfies the form. During hydration it returns false, as at build time. */
export const useConsented = (consent: Pick<Consent, 'given' | 'subscribe'>): boolean => {
  const { element } = useElement();
  return useSyncExternalStore(
    consent.subscribe,
    // A widget does not read the cookie: in a sandboxed frame `document.cookie` throws.
    () => element.mode().kind === 'first-party' && consent.given(),
    () => false,
  );
};
