import { limits, requestLimit } from '../../config/limits.ts';
import { fail, type Result } from '../../lib/result.ts';
import { type Attempt, attempt, type HttpRequest } from './attempt.ts';

export type { HttpRequest } from './attempt.ts';

export type Http = {
  /**
   * Sends with the retry policy of decisions.md#5-calls. Always ends with a value or a failure with a code, within 15
   * seconds for an interactive request. When `signal` aborts, the failure is TIMEOUT for a deadline and GENERIC_ERROR
   * for a visitor who left.
   */
  request<T>(request: HttpRequest<T>): Promise<Result<T>>;
};

/** `random`: a number from 0 to 1. Tests replace both. */
export type HttpOptions = { fetch?: typeof globalThis.fetch; random?: () => number };

/** The limits in milliseconds, doubled at each further attempt. No visitor waits for a background request. */
const base = { interactive: 400, background: 10_000 };

/**
 * Returns the milliseconds before attempt number `next` (2, 3 …): exponential with full jitter, so that pages that
 * failed together do not retry together, and at least `retryAfter` (seconds); null above the cap.
 */
export const backOff = (
  next: number,
  { background, retryAfter = 0, random }: { background: boolean; retryAfter?: number; random: number },
): number | null => {
  const ceiling = Math.min(limits.backOffCap, base[background ? 'background' : 'interactive'] * 2 ** (next - 2));
  const wait = Math.max(retryAfter * 1000, random * ceiling);
  return wait > limits.backOffCap ? null : wait;
};

/** A repeatable request that hangs is retried within the deadline. */
const attemptLimit = requestLimit / 2 - 500;

/** The abort reason of a deadline. It distinguishes a timeout from a visitor who left. */
class DeadlinePassed extends Error {
  override name = 'DeadlinePassed';
}

/** Settles with `work`, or rejects as soon as `signal` aborts, even if the work continues. */
const abortable = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason);
    signal.addEventListener('abort', leave, { once: true });
    if (signal.aborted) leave();
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });

/**
 * Runs the work with a signal that aborts when `parent` does, or after `limit` milliseconds with `DeadlinePassed`. One
 * deadline can cover several calls. (`AbortSignal.timeout` has another reason, and cannot be cancelled.)
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

const pause = (delay: number, signal: AbortSignal): Promise<void> => {
  let timer: ReturnType<typeof setTimeout>;
  const wait = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, delay);
  });
  return abortable(wait, signal).finally(() => clearTimeout(timer));
};

const failureOfAbort = (signal: AbortSignal) =>
  signal.reason instanceof DeadlinePassed ? fail('TIMEOUT') : fail('GENERIC_ERROR', { cause: 'aborted' });

/** The client that all calls use. */
export const createHttp = (options: HttpOptions = {}): Http => {
  const { random = Math.random, fetch = (input, init) => globalThis.fetch(input, init) } = options;

  const limitedAttempt = <T>(request: HttpRequest<T>, limit: number, signal: AbortSignal): Promise<Attempt<T>> => {
    signal.throwIfAborted();
    return withDeadline(limit, signal, (limited) =>
      abortable(attempt(request, limited, fetch), limited).catch((cause) => {
        if (signal.aborted) throw cause;
        return { ok: false, failure: { code: 'TIMEOUT' }, retryable: true };
      }),
    );
  };

  const run = async <T>(request: HttpRequest<T>, signal: AbortSignal, end: number): Promise<Result<T>> => {
    const background = request.background === true;
    const attempts = (request.repeatable ?? request.method !== 'POST') ? limits.attempts : 1;
    const limit = attempts > 1 && !background ? attemptLimit : requestLimit;
    for (let next = 2; ; next += 1) {
      const result = await limitedAttempt(request, limit, signal);
      if (result.ok) return result;
      const { failure, retryable } = result;
      if (!retryable || next > attempts) return { ok: false, failure };
      const wait = backOff(next, { background, random: random(), ...failure });
      if (wait === null || Date.now() + wait >= end) return { ok: false, failure };
      await pause(wait, signal);
    }
  };

  return {
    request: (request) => {
      const limit = request.background === true ? Number.POSITIVE_INFINITY : requestLimit;
      const end = Date.now() + limit;
      const work = (signal: AbortSignal) => run(request, signal, end).catch(() => failureOfAbort(signal));
      return withDeadline(limit, request.signal, work);
    },
  };
};
