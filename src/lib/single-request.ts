import type { Failure } from '../contracts/error-codes.ts';
import type { Result } from './result.ts';

export type RequestCallbacks<T> = { sent?(): void; succeeded?(value: T): void; failed?(failure: Failure): void };

export type SingleRequest = {
  isRunning(): boolean;
  /** Runs the work and reports how it ended. A call while another one runs is ignored, so a double click sends once. */
  send<T>(work: (signal: AbortSignal) => Promise<Result<T>>, reports: RequestCallbacks<T>): Promise<void>;
  /** Aborts the running request; nothing is reported for it. */
  abort(): void;
};

/** Creates a runner for one request at a time. */
export const createSingleRequest = (): SingleRequest => {
  let running: AbortController | null = null;
  return {
    isRunning: () => running !== null,
    send: async <T>(work: (signal: AbortSignal) => Promise<Result<T>>, reports: RequestCallbacks<T>) => {
      if (running !== null) return;
      const controller = new AbortController();
      running = controller;
      reports.sent?.();
      // After a programming error the form must not stay busy.
      const result = await work(controller.signal).catch(
        (): Result<T> => ({ ok: false, failure: { code: 'GENERIC_ERROR' } }),
      );
      if (running !== controller) return;
      running = null;
      if (result.ok) reports.succeeded?.(result.value);
      else reports.failed?.(result.failure);
    },
    abort: () => {
      running?.abort();
      running = null;
    },
  };
};
