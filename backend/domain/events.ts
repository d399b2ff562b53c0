import type { ErrorCode } from '../../src/contracts/error-codes.ts';
import type { LimitedAction } from './limit-rules.ts';

/**
 * What an operator must be able to see and count. An event carries codes and route patterns only: never a token,
 * an address, an id or anything else that somebody typed.
 */
export type SecurityEvent =
  | { kind: 'sign-in' }
  | { kind: 'renewal' }
  | { kind: 'sign-out' }
  | { kind: 'sessions-revoked'; reason: 'password-reset' | 'deletion' }
  | { kind: 'password-reset' }
  | { kind: 'classroom-change' }
  | { kind: 'account-deletion'; step: 'requested' | 'done' }
  | { kind: 'refusal'; code: ErrorCode; route: string }
  | { kind: 'limit'; action: LimitedAction }
  /** A mail waits, because more are asked for than may leave at once. */
  | { kind: 'mail-queued' }
  | { kind: 'function-refused'; reason: 'secret' | 'caller' | 'title-token' }
  /** `mode`: an event of test money in production, or the other way round. */
  | { kind: 'webhook-refused'; sender: 'stripe' | 'revenuecat'; reason: 'key' | 'signature' | 'mode' };

/** The metrics count events by `kind`, the log writes them down. Must not throw. */
export type SecurityEvents = { record(event: SecurityEvent): void };
