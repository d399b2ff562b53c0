import { useEffect, useEffectEvent } from 'react';
import type { Result } from '../lib/result.ts';
import { useAction } from './use-action.ts';
import type { Failure } from './use-request.ts';

/** Calls back when Back brings this very page again out of the browser's memory, as it was when it was left. */
export const useReturn = (onReturn: () => void): void => {
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
 * The way to a page elsewhere whose address a server has to tell first. Once it is known the browser goes; should it
 * not get there, the next press goes to the same address. Who comes back by Back finds the button as it was at first.
 */
export const useDeparture = (visit: (url: string) => void) => {
  const { state, run, reset } = useAction<string>();
  useReturn(reset);
  const depart = (ask: (signal: AbortSignal) => Promise<Result<string>>, failed?: (failure: Failure) => void) => {
    if (state.step === 'done') visit(state.value);
    else run(ask, { succeeded: visit, ...(failed && { failed }) });
  };
  return { state, depart };
};
