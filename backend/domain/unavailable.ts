import { LevelFilesUnavailable } from '../gateways/level-files.ts';
import { PlayfabRefusal, PlayfabUnavailable } from '../gateways/playfab-call.ts';
import { StripeRefusal } from '../gateways/stripe-call.ts';
import { StripeUnavailable } from '../gateways/stripe-gateway.ts';

/** PostgreSQL's error codes for connection exceptions, shutdown, too many connections and the statement timeout. */
const databaseStates = /^(08|57P|53300|57014)/;
const networkErrors = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EPIPE',
  'EHOSTUNREACH',
]);
/** Errors of pg and pg-pool that have no code. The last one is a rollback on a connection that broke. */
const connectionErrors =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|is not queryable/i;

/** A refusal that no use case expected is about our key or our set-up: nothing that the caller could mend. */
const vendorTroubles = [PlayfabUnavailable, PlayfabRefusal, StripeUnavailable, StripeRefusal, LevelFilesUnavailable];

const codeOf = (error: object): string => ('code' in error && typeof error.code === 'string' ? error.code : '');

/** Whether something that we depend on is away, rather than broken by us: the answer is 503, and it fails closed. */
export const isUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if (vendorTroubles.some((trouble) => error instanceof trouble)) return true;
  const code = codeOf(error);
  return (
    databaseStates.test(code) ||
    networkErrors.has(code) ||
    connectionErrors.test(error.message) ||
    isUnavailable(error.cause)
  );
};
