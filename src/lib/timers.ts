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

/** The abort reason of a deadline. It distinguishes a timeout from a visitor who left. */
export class DeadlinePassed extends Error {
  override name = 'DeadlinePassed';
}

/** Settles with `work`, or rejects as soon as `signal` aborts, even if the work continues. */
export const abortable = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason);
    signal.addEventListener('abort', leave, { once: true });
    if (signal.aborted) leave();
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });

/**
 * Runs the work with a signal that aborts when `parent` does, or after `limit` milliseconds with `DeadlinePassed` as
 * its reason. One deadline can cover several calls, so that a person never waits longer for more requests.
 * (`AbortSignal.timeout` has another reason, and cannot be cancelled.)
 */
export const withDeadline = async <T>(
  limit: number,
  parent: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const deadline = new AbortController();
  const expire = () => deadline.abort(new DeadlinePassed());
  // A browser's timer treats Infinity as zero.
  const timer = limit === Number.POSITIVE_INFINITY ? undefined : setTimeout(expire, limit);
  try {
    return await work(parent === undefined ? deadline.signal : AbortSignal.any([parent, deadline.signal]));
  } finally {
    clearTimeout(timer);
  }
};
