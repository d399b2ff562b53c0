import type { ErrorCode } from '../../src/contracts/error-codes.ts';

/** A use case says no. The API turns the code into a status; nothing else of it leaves the server. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  /** Seconds. */
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, retryAfter?: number) {
    super(code);
    this.name = 'Refusal';
    this.code = code;
    this.retryAfter = retryAfter;
  }
}
