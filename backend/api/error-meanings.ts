import type { ErrorCode } from '../../src/contracts/error-codes.ts';

/** Every code that a call can answer with, and its meaning for the developer who reads it. */
export const errorMeanings = {
  INVALID_PAYLOAD: 'The body, the query or the path does not match this description.',
  InvalidPassword: 'The password is too short, too long or refused by PlayFab.',
  PACKAGE_DOES_NOT_EXIST: 'The curriculum has no such package.',
  CONCEPT_DOES_NOT_EXIST: 'The package has no such concept.',
  LEVEL_DOES_NOT_EXIST: 'The concept has no such level.',
  TOO_MANY_LEVELS: 'The call names more levels than are allowed.',
  UNAUTHORIZED: 'The key, token or signature is missing or wrong, or the token belongs to another user.',
  TOKEN_EXPIRED: 'The session token is unknown, expired or revoked. Sign in again.',
  FORBIDDEN: 'A page of another origin sent the call. Calls without an Origin header are not concerned.',
  RECENT_SIGN_IN_REQUIRED: 'The last sign-in is more than fifteen minutes old.',
  SIGN_IN_CODE_REQUIRED:
    'The password was reset. Send the code from the mail about it, or the session ticket of a login with the password, which counts from 25 hours after the reset on.',
  NOT_FOUND: 'What the call names does not exist.',
  TEACHER_DOES_NOT_EXIST: 'No teacher has this email address.',
  CLASSROOM_DOES_NOT_EXIST: 'No class has this code or id.',
  STUDENT_DOES_NOT_EXIST: 'The class has no student with this code.',
  AccountNotFound: 'The account is being deleted.',
  ALREADY_SUBSCRIBED: 'The account has a subscription.',
  TEACHER_ALREADY_EXISTS: 'A teacher with this email address has a class.',
  STUDENTS_HAVE_PROGRESS: 'More students have progress than the class would have.',
  LINK_EXPIRED: 'The link was used, is too old, or never existed.',
  PAYLOAD_TOO_LARGE: 'The body is longer than 16 KB, or 256 KB for a webhook.',
  UNSUPPORTED_MEDIA_TYPE: 'The Content-Type of the body is not one of those listed.',
  TOO_MANY_REQUESTS: 'Wait for the seconds in Retry-After, then send the call again.',
  GENERIC_ERROR: 'The server failed. Send the call again later.',
  SERVICE_UNAVAILABLE:
    'A service that the call needs is unavailable. Wait for the seconds in Retry-After, then send it again.',
} as const satisfies Partial<Record<ErrorCode, string>>;

export type DocumentedCode = keyof typeof errorMeanings;
