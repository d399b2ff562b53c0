import { type ErrorDetails, type PlayfabError, playfabErrors } from './errors.ts';

/** PlayFab's names of the HTTP statuses. */
const statuses: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  413: 'RequestEntityTooLarge',
  415: 'UnsupportedMediaType',
  429: 'TooManyRequests',
  500: 'InternalServerError',
};

export type ErrorEnvelope = {
  code: number;
  status: string;
  error: string;
  errorCode: number;
  errorMessage: string;
  errorDetails?: ErrorDetails;
  retryAfterSeconds?: number;
};

export const successEnvelope = (data: object) => ({ code: 200, status: 'OK', data });

/**
 * Returns the body of an error. `code` must equal the HTTP status, because the SDK's promise reads the status and its
 * callback reads `code`.
 */
export const errorEnvelope = (
  { error, message, details, retryAfter }: PlayfabError,
  code: number = playfabErrors[error].code,
): ErrorEnvelope => ({
  code,
  status: statuses[code] ?? 'BadRequest',
  error,
  errorCode: playfabErrors[error].number,
  errorMessage: message,
  ...(details && { errorDetails: details }),
  ...(retryAfter !== undefined && { retryAfterSeconds: retryAfter }),
});
