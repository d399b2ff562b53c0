import { type ErrorCode, type Failure, isErrorCode } from '../../contracts/error-codes.ts';
import { type TypeGuard, literal, object, text } from '../../lib/shapes.ts';

const codeOfStatus: Readonly<Record<number, ErrorCode>> = {
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  408: 'TIMEOUT',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'TOO_MANY_REQUESTS',
};

/** The failures of statuses whose body is no answer of the portal's API. */
export const failureOfStatus = (status: number): Failure => ({
  code: status >= 500 ? 'SERVICE_UNAVAILABLE' : (codeOfStatus[status] ?? 'GENERIC_ERROR'),
});

const isApiFailure = object({ success: literal(false) });
const hasCode = object({ error: text });
/** Of these statuses, the servers are away or busy, with any code. */
const isAway = (status: number): boolean => status >= 500 || status === 429 || status === 408;

/**
 * Reads `{success: false, error: CODE}` of the portal's API. An unknown or empty code counts as a server error
 * (product-spec.md#8-error-catalogue). Returns undefined for another shape, and if the status says more.
 */
export const failureReader =
  (isKnown: TypeGuard<ErrorCode>) =>
  (body: unknown, status: number): Failure | undefined => {
    if (!isApiFailure(body)) return undefined;
    if (hasCode(body) && isKnown(body.error)) return { code: body.error };
    return isAway(status) ? undefined : { code: 'GENERIC_ERROR' };
  };

export const failureOfApi = failureReader(isErrorCode);
