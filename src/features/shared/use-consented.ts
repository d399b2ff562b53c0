import { useSyncExternalStore } from 'react';
import type { FormMode } from '../../contracts/form-mode.ts';
import type { Consent } from '../../session/consent.ts';

/** Returns whether the consent cookie satisfies the form. During hydration it returns false, as at build time. */
export const useConsented = (consent: Pick<Consent, 'given' | 'subscribe'>, mode: FormMode): boolean =>
  useSyncExternalStore(
    consent.subscribe,
    // A widget does not read the cookie: in a sandboxed frame `document.cookie` throws.
    () => mode.kind === 'first-party' && consent.given(),
    () => false,
  );
