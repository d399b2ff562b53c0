import { useCallback, useEffect, useRef } from 'react';

/**
 * One piece of work at a time: a second call while the first runs is ignored (a double click sends once), and leaving
 * the page aborts it; nothing is reported after that.
 */
export const useTask = () => {
  const running = useRef<AbortController | null>(null);
  useEffect(
    () => () => {
      running.current?.abort();
      running.current = null;
    },
    [],
  );
  return useCallback(async <T>(work: (signal: AbortSignal) => Promise<T>, report: (outcome: T) => void) => {
    if (running.current !== null) return;
    const controller = new AbortController();
    running.current = controller;
    try {
      const outcome = await work(controller.signal);
      if (running.current === controller) report(outcome);
    } finally {
      if (running.current === controller) running.current = null;
    }
  }, []);
};
