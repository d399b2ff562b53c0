import type { ErrorCode } from '../../src/contracts/error-codes.ts';

/**
 * Thrown when a use case refuses a request. The API converts the code to a status; nothing else of it leaves the
 * server.
 */
export class Refusal extends Error {
  readonly code: ErrorCode;
  /** Seconds until the caller may retry. */
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, retryAfter?: number) {
    super(code);
    this.name = 'Refusal';
    this.code = code;
    this.retryAfter = retryAfter;
  }
}
