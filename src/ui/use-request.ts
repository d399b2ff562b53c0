import { useCallback, useEffect, useRef } from 'react';
import type { Result } from '../lib/result.ts';

export type Failure = Extract<Result<unknown>, { ok: false }>['failure'];
export type Reports<T> = { sent(): void; succeeded(value: T): void; failed(failure: Failure): void };

/**
 * One request at a time: a second call while the first runs is ignored (a double click sends once), and leaving the
 * page aborts it; nothing is reported after that.
 */
export const useRequest = () => {
  const running = useRef<AbortController | null>(null);
  useEffect(
    () => () => {
      running.current?.abort();
      running.current = null;
    },
    [],
  );
  return useCallback(async <T>(work: (signal: AbortSignal) => Promise<Result<T>>, reports: Reports<T>) => {
    if (running.current !== null) return;
    const controller = new AbortController();
    running.current = controller;
    reports.sent();
    // A fault of ours must not leave the form waiting for ever.
    const result = await work(controller.signal).catch(
      (): Result<T> => ({ ok: false, failure: { code: 'GENERIC_ERROR' } }),
    );
    if (running.current !== controller) return;
    running.current = null;
    if (result.ok) reports.succeeded(result.value);
    else reports.failed(result.failure);
  }, []);
};
