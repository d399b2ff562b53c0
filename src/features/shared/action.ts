import type { Failure } from '../../contracts/error-codes.ts';
import type { Result } from '../../lib/result.ts';
import { createSingleRequest } from '../../lib/single-request.ts';

export type ActionState<T = void> =
  | { step: 'idle' }
  | { step: 'running' }
  | { step: 'done'; value: T }
  | { step: 'failed'; failure: Failure };

type ActionCallbacks<T> = { succeeded?(value: T): void; failed?(failure: Failure): void };

/** Creates what a button does in a controller: one request at a time. `set` takes the state of the button. */
export const createAction = <T>(set: (state: ActionState<T>) => void) => {
  const { send, abort } = createSingleRequest();
  return {
    run: (work: (signal: AbortSignal) => Promise<Result<T>>, { succeeded, failed }: ActionCallbacks<T> = {}): void =>
      void send(work, {
        sent: () => set({ step: 'running' }),
        succeeded: (value) => {
          set({ step: 'done', value });
          succeeded?.(value);
        },
        failed: (failure) => {
          set({ step: 'failed', failure });
          failed?.(failure);
        },
      }),
    /** Aborts the request, and shows the button as it was at first. */
    reset: (): void => {
      abort();
      set({ step: 'idle' });
    },
  };
};
