import { useState } from 'react';
import type { Result } from '../lib/result.ts';
import { type RequestFailure, useRequest } from './use-request.ts';

export type ActionState<T = void> =
  | { step: 'idle' }
  | { step: 'running' }
  | { step: 'done'; value: T }
  | { step: 'failed'; failure: RequestFailure };

export type ActionCallbacks<T> = { succeeded?(value: T): void; failed?(failure: RequestFailure): void };

/** Runs the request of a button and returns its state. One request runs at a time, and it is aborted on unmount. */
export const useAction = <T>() => {
  const [state, setState] = useState<ActionState<T>>({ step: 'idle' });
  const send = useRequest();
  const run = (work: (signal: AbortSignal) => Promise<Result<T>>, reports: ActionCallbacks<T> = {}) =>
    void send(work, {
      sent: () => setState({ step: 'running' }),
      succeeded: (value) => {
        setState({ step: 'done', value });
        reports.succeeded?.(value);
      },
      failed: (failure) => {
        setState({ step: 'failed', failure });
        reports.failed?.(failure);
      },
    });
  return { state, run, reset: () => setState({ step: 'idle' }) };
};
