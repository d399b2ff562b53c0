import type { ErrorCode } from '../../src/contracts/error-codes.ts';
import type { LimitedAction } from './limits/limit-rules.ts';

export type WebhookSender = 'stripe' | 'revenuecat';

/** An event for operators. It carries codes and route patterns: never a token, an address, an id or other input. */
export type SecurityEvent =
  /** `sign-up`: a parent's record was created, `teacher-sign-up`: a class. */
  | { kind: 'sign-up' | 'teacher-sign-up' | 'sign-in' | 'renewal' | 'sign-out' | 'password-reset' | 'classroom-change' }
  | { kind: 'sessions-revoked'; reason: 'password-reset' | 'deletion' }
  | { kind: 'account-deletion'; step: 'requested' | 'done' }
  | { kind: 'refusal'; code: ErrorCode; route: string }
  | { kind: 'limit'; action: LimitedAction }
  /** Stripe refused a refund that is owed; `reason` is Stripe's code. It is tried again. */
  | { kind: 'refund-refused'; reason: string }
  /** A membership that moved in is beside another one of the same person. Neither is ended. */
  | { kind: 'second-membership' }
  /** A mail waits, because more mails are requested than may leave at once. */
  | { kind: 'mail-queued' }
  | { kind: 'function-refused'; reason: 'secret' | 'caller' | 'title-token' }
  /** A genuine event was received `delay` seconds after it happened. */
  | { kind: 'webhook'; sender: WebhookSender; delay: number }
  /** `mode` is an event of test mode in production, or the other way round. */
  | { kind: 'webhook-refused'; sender: WebhookSender; reason: 'key' | 'signature' | 'mode' };

/** Records events: the metrics count them by `kind`, and the log writes them. It must not throw. */
export type SecurityEvents = { record(event: SecurityEvent): void };
