import type { ErrorCode, Failure } from '../contracts/error-codes.ts';

/** The result of a service: a value or a failure with a code, never an exception. */
export type Result<T> = { ok: true; value: T } | { ok: false; failure: Failure };

export const succeed = <T>(value: T): Result<T> => ({ ok: true, value });

/** A success without a value. */
export const done: Result<void> = { ok: true, value: undefined };

/** Converts the value of a success. */
export const mapValue = <T, U>(result: Result<T>, convert: (value: T) => U): Result<U> =>
  result.ok ? succeed(convert(result.value)) : result;

/** Converts a response that contains nothing but its success. */
export const withoutValue = (result: Result<unknown>): Result<void> => (result.ok ? done : result);

export const fail = (code: ErrorCode, details: Omit<Failure, 'code'> = {}): { ok: false; failure: Failure } => ({
  ok: false,
  failure: { code, ...details },
});
