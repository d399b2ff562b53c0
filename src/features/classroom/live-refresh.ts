import type { Timers } from '../../lib/timers.ts';

/** The visibility of the page. It is a dependency, so that tests can hide the page. */
export type PageVisibility = { visible(): boolean; subscribe(listener: () => void): () => void };

const interval = 30_000;
const longest = 300_000;

/**
 * Returns the milliseconds until the next reading: doubled with each failure in a row, and never less than the server
 * requested.
 */
export const nextReading = (failures: number, retryAfter = 0): number =>
  Math.max(Math.min(interval * 2 ** failures, longest), retryAfter * 1000);

/**
 * Reads repeatedly while the page is visible, and immediately when it becomes visible again after the interval. `read`
 * returns how long to wait afterwards. Returns a function that stops it.
 */
export const liveRefresh = (read: () => Promise<number>, timers: Timers, visibility: PageVisibility): (() => void) => {
  let due = false;
  let stopped = false;
  let cancel = (): void => {};
  const wait = (delay: number): void => {
    cancel = timers.after(delay, () => {
      due = true;
      void run();
    });
  };
  const run = async (): Promise<void> => {
    if (!due || !visibility.visible()) return;
    due = false;
    const delay = await read();
    if (!stopped) wait(delay);
  };
  const unsubscribe = visibility.subscribe(() => void run());
  wait(interval);
  return () => {
    stopped = true;
    cancel();
    unsubscribe();
  };
};
