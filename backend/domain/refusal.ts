import type { ErrorCode } from '../../src/contracts/error-codes.ts';
import { VendorError } from '../gateways/vendor.ts';

/** Thrown when a use case refuses a request. The API converts the code to a status; nothing else leaves the server. */
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

/**
 * PostgreSQL's error codes for connection exceptions, shutdown, the statement timeout, too little disk space, memory or
 * connections, and a write on a replica, which a failover may reach first. The last three mean that it refuses new
 * connections: while the password changes, or while a database is restored.
 */
const databaseStates = /^(08|53|57P|57014|25006|28|3D|55000)/;
const networkErrors = /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|EHOSTUNREACH)$/;
/** Errors of pg and pg-pool that have no code. The last one is a rollback on a broken connection. */
const connectionErrors =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|is not queryable/i;

const codeOf = (error: object): string => ('code' in error && typeof error.code === 'string' ? error.code : '');

/** Returns whether an error means that a dependency is unreachable: the answer is 503, and the call fails closed. */
export const isUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if (error instanceof VendorError) return true;
  const code = codeOf(error);
  return (
    databaseStates.test(code) ||
    networkErrors.test(code) ||
    connectionErrors.test(error.message) ||
    isUnavailable(error.cause)
  );
};

/** Returns null instead of an answer that an outage prevents. */
export const unlessAway = <Answer>(answer: Promise<Answer>): Promise<Answer | null> =>
  answer.catch((error: unknown) => {
    if (isUnavailable(error)) return null;
    throw error;
  });
