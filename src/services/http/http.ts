import { limits, requestLimit } from '../../config/limits.ts';
import { abortable, DeadlinePassed, type Timers, timers as realTimers, withDeadline } from '../../lib/timers.ts';
import { fail, type Result } from '../../lib/result.ts';
import { type Attempt, attempt, type HttpRequest, type HttpEnvironment } from './attempt.ts';
import { backOff } from './back-off.ts';

/** Returns false only when the browser is sure that there is no connection. */
const isOnline = (): boolean => globalThis.navigator?.onLine !== false;

export type { HttpRequest } from './attempt.ts';

export type Http = {
  /**
   * Sends with the retry policy of decisions.md#5-calls: at most three attempts where repeating is safe, back-off
   * between them, a limit on each. Always ends with a value or a failure with a code, within 15 seconds for an
   * interactive request, including `Retry-After`. When `signal` aborts, the failure is TIMEOUT for a deadline and
   * GENERIC_ERROR for a visitor who left.
   */
  request<T>(request: HttpRequest<T>): Promise<Result<T>>;
};

export type HttpOptions = {
  fetch?: HttpEnvironment['fetch'];
  timers?: Timers;
  random?: () => number;
  online?: () => boolean;
};

/** A repeatable request that hangs is retried within the deadline. */
const attemptLimit = requestLimit / 2 - 500;

const pause = (delay: number, signal: AbortSignal, timers: Timers): Promise<void> => {
  let cancel = () => {};
  const wait = new Promise<void>((resolve) => {
    cancel = timers.after(delay, resolve);
  });
  return abortable(wait, signal).finally(() => cancel());
};

const failureOfAbort = (signal: AbortSignal) =>
  signal.reason instanceof DeadlinePassed ? fail('TIMEOUT') : fail('GENERIC_ERROR', { cause: 'aborted' });

/** The client that all calls use. */
export const createHttp = (options: HttpOptions = {}): Http => {
  const { timers = realTimers, random = Math.random } = options;
  const network: HttpEnvironment = {
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    online: options.online ?? isOnline,
    now: timers.now,
  };

  const limitedAttempt = <T>(request: HttpRequest<T>, limit: number, signal: AbortSignal): Promise<Attempt<T>> => {
    signal.throwIfAborted();
    return withDeadline(
      limit,
      signal,
      (limited) =>
        abortable(attempt(request, limited, network), limited).catch((cause) => {
          if (signal.aborted) throw cause;
          return { ok: false, failure: { code: 'TIMEOUT' }, retryable: true };
        }),
      timers,
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
      if (wait === null || timers.now() + wait >= end) return { ok: false, failure };
      await pause(wait, signal, timers);
    }
  };

  return {
    request: (request) => {
      const limit = request.background === true ? Number.POSITIVE_INFINITY : requestLimit;
      const end = timers.now() + limit;
      const work = (signal: AbortSignal) => run(request, signal, end).catch(() => failureOfAbort(signal));
      return withDeadline(limit, request.signal, work, timers);
    },
  };
};
