import { type ErrorCode, type Failure, isErrorCode } from '../../contracts/error-codes.ts';
import { type TypeGuard, literal, object, text } from '../../lib/shapes.ts';

const codeOfStatus: Readonly<Record<number, ErrorCode>> = {
  400: 'INVALID_PAYLOAD',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  408: 'TIMEOUT',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'TOO_MANY_REQUESTS',
};

/** The failures of statuses whose body has no known code. */
export const failureOfStatus = (status: number): Failure => ({
  code: status >= 500 ? 'SERVICE_UNAVAILABLE' : (codeOfStatus[status] ?? 'GENERIC_ERROR'),
});

const isApiFailure = object({ success: literal(false), error: text });

/**
 * Reads `{success: false, error: CODE}` of the portal's API. Returns undefined for another shape or an unknown code.
 */
export const failureReader =
  (isKnown: TypeGuard<ErrorCode>) =>
  (body: unknown): Failure | undefined =>
    isApiFailure(body) && isKnown(body.error) ? { code: body.error } : undefined;

export const failureOfApi = failureReader(isErrorCode);
