import { type ErrorCode, type Failure, isErrorCode } from '../../contracts/error-codes.ts';
import { isRecord, number, object, text } from '../../lib/shapes.ts';

const isPlayfabError = object(
  { code: number, error: text },
  { errorMessage: text, errorDetails: isRecord, retryAfterSeconds: number },
);

/** The service returns InvalidParams (1000) for both email and password. Its details distinguish them. */
const codeOfInvalidParams = (details: Record<string, unknown> = {}): ErrorCode => {
  if ('Email' in details) return 'InvalidEmailAddress';
  return 'Password' in details ? 'InvalidPassword' : 'INVALID_PAYLOAD';
};

const codeOf = (status: number, error: string, details?: Record<string, unknown>): ErrorCode => {
  if (error === 'InvalidParams') return codeOfInvalidParams(details);
  if (status === 429) return 'TOO_MANY_REQUESTS';
  if (status >= 500) return 'SERVICE_UNAVAILABLE';
  // A rejected login is 401 too, and its reader replaces the code.
  if (status === 401) return 'UNAUTHORIZED';
  return isErrorCode(error) ? error : 'GENERIC_ERROR';
};

/** Converts PlayFab's error body to a failure. Returns undefined for another body. Its text is kept as `cause` only. */
export const failureOfPlayfab = (body: unknown): Failure | undefined => {
  if (!isPlayfabError(body)) return undefined;
  const { code: status, error, errorMessage = '', errorDetails, retryAfterSeconds } = body;
  const code = codeOf(status, error, errorDetails);
  const cause = `${error}: ${errorMessage}`;
  return retryAfterSeconds === undefined ? { code, cause } : { code, cause, retryAfter: retryAfterSeconds };
};

const unansweredCodes: readonly ErrorCode[] = ['OFFLINE', 'TIMEOUT', 'SERVICE_UNAVAILABLE', 'TOO_MANY_REQUESTS'];

/**
 * Returns the reader of a login's failures. A rejected login always has the code `refused`
 * (product-spec.md#8-error-catalogue), so that it does not reveal whether the email is known. Failures that prevented
 * the check keep their code.
 */
export const loginFailureReader =
  (refused: ErrorCode) =>
  (body: unknown): Failure | undefined => {
    const failure = failureOfPlayfab(body);
    return failure === undefined || unansweredCodes.includes(failure.code) ? failure : { ...failure, code: refused };
  };

/**
 * Returns a login's failure with the right message. A response of another shape is not PlayFab's: it comes from a proxy
 * or another server, which did not check the password.
 */
export const failureOfLogin = (failure: Failure, refused: ErrorCode): Failure =>
  failure.code === refused || unansweredCodes.includes(failure.code)
    ? failure
    : { ...failure, code: 'SERVICE_UNAVAILABLE' };
