import type { LevelsErrorCode } from './levels.ts';
import type { SchoolZoneErrorCode } from './school-zone.ts';

/**
 * Every failure that a person can meet has a code here and a sentence in `locales/<lang>/errors.json`.
 * The first two groups are spec section 8, letter for letter, or PlayFab's own names; the third is ours.
 */
export const signUpErrorCodes = [
  'GENERIC_ERROR',
  'INVALID_PAYLOAD',
  'USER_ALREADY_EXISTS',
  'EmailAddressNotAvailable',
  'InvalidEmailAddress',
  'InvalidEmailOrPassword',
  'InvalidPassword',
] as const;

/** Sign-in, recovery and managing the account. */
export const accountErrorCodes = [
  'AccountNotFound',
  'EmailRecipientBlacklisted',
  'NoContactEmailAddressFound',
  'SEND_TO_BACKEND_ERROR',
  'TOKEN_EXPIRED',
  'RECENT_SIGN_IN_REQUIRED',
  'LINK_EXPIRED',
  'ALREADY_SUBSCRIBED',
] as const;

/** What the way to a server, or a server's guard, can do to any call (decisions section 5). */
export const transportErrorCodes = [
  'OFFLINE',
  'TIMEOUT',
  'SERVICE_UNAVAILABLE',
  'TOO_MANY_REQUESTS',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
] as const;

/** What a form says before anything is sent (spec section 5). */
export const formErrorCodes = [
  'REQUIRED_FIELDS',
  'ALL_FIELDS_REQUIRED',
  'COOKIE_CONSENT_REQUIRED',
  'INVALID_PARENT_ORIGIN',
  'PASSWORD_TOO_SHORT',
  'PASSWORD_TOO_LONG',
] as const;

export const errorCodes = [
  ...signUpErrorCodes,
  ...accountErrorCodes,
  ...transportErrorCodes,
  ...formErrorCodes,
] as const;
/** School Zone's and the level tool's own are apart, beside their calls: parents' forms have no use for them. */
export type ErrorCode = (typeof errorCodes)[number] | SchoolZoneErrorCode | LevelsErrorCode;

export const isErrorCode = (value: unknown): value is (typeof errorCodes)[number] =>
  errorCodes.some((code) => code === value);

/**
 * A failure on its way from a service to a sentence. `retryAfter` is in seconds. `cause` is the vendor's own text:
 * for a developer's debugger, never shown and never logged.
 */
export type Failure = { code: ErrorCode; retryAfter?: number; cause?: string };
