import { useEffect, useEffectEvent } from 'react';
import type { Result } from '../lib/result.ts';
import { useAction } from './use-action.ts';
import type { RequestFailure } from './use-request.ts';

/** Calls back when Back restores this page from the back/forward cache in its previous state. */
export const useRestoredPage = (onReturn: () => void): void => {
  const hear = useEffectEvent((event: PageTransitionEvent) => {
    if (event.persisted) onReturn();
  });
  useEffect(() => {
    const listener = (event: PageTransitionEvent) => hear(event);
    addEventListener('pageshow', listener);
    return () => removeEventListener('pageshow', listener);
  }, []);
};

/**
 * Redirects to an external page whose address a server must provide first. The browser goes there once the address is
 * known. If it does not get there, the next press uses the same address. After Back, the button is in its initial
 * state.
 */
export const useExternalRedirect = (visit: (url: string) => void) => {
  const { state, run, reset } = useAction<string>();
  useRestoredPage(reset);
  const redirect = (
    ask: (signal: AbortSignal) => Promise<Result<string>>,
    failed?: (failure: RequestFailure) => void,
  ) => {
    if (state.step === 'done') visit(state.value);
    else run(ask, { succeeded: visit, ...(failed && { failed }) });
  };
  return { state, redirect };
};
