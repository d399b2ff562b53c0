/** Time as a dependency, so that tests run on a fake clock. Milliseconds. */
export type Timers = {
  now(): number;
  /** Calls back once after the delay; the answer cancels it. */
  after(delay: number, callback: () => void): () => void;
};

export const timers: Timers = {
  now: () => Date.now(),
  after: (delay, callback) => {
    const timer = setTimeout(callback, delay);
    return () => clearTimeout(timer);
  },
};
