import { type Timers, timers as realTimers } from './timers.ts';

/** Why a deadline's signal aborted: the time was up, as opposed to somebody having left. */
export class DeadlinePassed extends Error {
  override name = 'DeadlinePassed';
}

export type Deadline = { signal: AbortSignal; end(): void };

/**
 * A signal that aborts when `parent` does, or after `limit` milliseconds with `DeadlinePassed` as its reason.
 * One deadline may span several calls: what a person waits for has one end, however many requests it takes.
 * Call `end()` when the work is over. (`AbortSignal.any` and `timeout` would do, but ignore injected timers.)
 */
export const startDeadline = (limit: number, parent?: AbortSignal, timers: Timers = realTimers): Deadline => {
  const controller = new AbortController();
  const follow = () => controller.abort(parent?.reason);
  // A browser's timer takes Infinity for zero.
  const cancel =
    limit === Number.POSITIVE_INFINITY
      ? () => {}
      : timers.after(Math.max(0, limit), () => controller.abort(new DeadlinePassed()));
  const end = () => {
    cancel();
    parent?.removeEventListener('abort', follow);
  };
  if (parent?.aborted) follow();
  else parent?.addEventListener('abort', follow, { once: true });
  return { signal: controller.signal, end };
};

/** Settles with `work`, or rejects as soon as `signal` aborts, whatever the work does about it. */
export const orAbort = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason);
    signal.addEventListener('abort', leave, { once: true });
    if (signal.aborted) leave();
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });

/** Runs the work under one deadline, see `startDeadline`. */
export const withDeadline = async <T>(
  limit: number,
  parent: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const deadline = startDeadline(limit, parent);
  try {
    return await work(deadline.signal);
  } finally {
    deadline.end();
  }
};
