import type { SchoolZoneErrorCode } from './school-zone-codes.ts';

/** Failures that a person sees (`errors.json`), spelt as in product-spec.md#8-error-catalogue or by PlayFab. */
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
  'SIGN_IN_CODE_REQUIRED',
  'LINK_EXPIRED',
  'ALREADY_SUBSCRIBED',
  'SUBSCRIBED_ELSEWHERE',
] as const;

/** Failures that any call can have, caused by the connection or by a server's guard (decisions.md#5-calls). */
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

/** Failures that a form reports before it sends anything (product-spec.md#5-validation-rules). */
export const formErrorCodes = [
  'REQUIRED_FIELDS',
  'ALL_FIELDS_REQUIRED',
  'COOKIE_CONSENT_REQUIRED',
  'STORAGE_BLOCKED',
  'INVALID_PARENT_ORIGIN',
  'PASSWORD_TOO_SHORT',
  'PASSWORD_TOO_LONG',
] as const;

export const errorCodes = [...signUpErrorCodes, ...accountErrorCodes, ...transportErrorCodes, ...formErrorCodes];
/** The last is for a call of the level tool with too many names. No person sees it. */
export type ErrorCode = (typeof errorCodes)[number] | SchoolZoneErrorCode | 'TOO_MANY_LEVELS';

export const isErrorCode = (value: unknown): value is (typeof errorCodes)[number] =>
  errorCodes.some((code) => code === value);

/** `retryAfter` is in seconds. `cause` is the vendor's own text: it is for debugging and is never shown or logged. */
export type Failure = { code: ErrorCode; retryAfter?: number; cause?: string };
