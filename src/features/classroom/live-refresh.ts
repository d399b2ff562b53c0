import type { Timers } from '../../lib/timers.ts';

/** Whether somebody can see the page. A dependency, so that tests can look away. */
export type Sight = { visible(): boolean; subscribe(listener: () => void): () => void };

const interval = 30_000;
const longest = 300_000;

/** Milliseconds until the next reading: doubled with each failure in a row, and never sooner than the server asked. */
export const nextReading = (failures: number, retryAfter = 0): number =>
  Math.max(Math.min(interval * 2 ** failures, longest), retryAfter * 1000);

/**
 * Reads again and again while the page is seen, and at once when it is seen again after its time. `read` answers how
 * long to wait then. The answer stops it.
 */
export const liveRefresh = (read: () => Promise<number>, timers: Timers, sight: Sight): (() => void) => {
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
    if (!due || !sight.visible()) return;
    due = false;
    const delay = await read();
    if (!stopped) wait(delay);
  };
  const unsubscribe = sight.subscribe(() => void run());
  wait(interval);
  return () => {
    stopped = true;
    cancel();
    unsubscribe();
  };
};
