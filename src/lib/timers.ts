/** Time as a dependency, so that tests can use a fake clock. In milliseconds. */
export type Timers = {
  now(): number;
  /** Calls back once after the delay. Returns a function that cancels it. */
  after(delay: number, callback: () => void): () => void;
};

export const timers: Timers = {
  now: () => Date.now(),
  after: (delay, callback) => {
    const timer = setTimeout(callback, delay);
    return () => clearTimeout(timer);
  },
};
