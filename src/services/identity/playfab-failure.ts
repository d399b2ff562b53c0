import { type ErrorCode, type Failure, isErrorCode } from '../../contracts/error-codes.ts';
import { isRecord, number, object, text } from '../../lib/shapes.ts';

const isPlayfabError = object(
  { code: number, error: text },
  { errorMessage: text, errorDetails: isRecord, retryAfterSeconds: number },
);

/** The service returns InvalidParams (1000) for both e-mail and password. Its details distinguish them. */
const codeOfInvalidParams = (details: Record<string, unknown> = {}): ErrorCode => {
  if ('Email' in details) return 'InvalidEmailAddress';
  return 'Password' in details ? 'InvalidPassword' : 'INVALID_PAYLOAD';
};

const codeOf = (status: number, error: string, details?: Record<string, unknown>): ErrorCode => {
  if (error === 'InvalidParams') return codeOfInvalidParams(details);
  if (status === 429) return 'TOO_MANY_REQUESTS';
  if (status >= 500) return 'SERVICE_UNAVAILABLE';
  if (status === 401 && error !== 'InvalidEmailOrPassword') return 'UNAUTHORIZED';
  return isErrorCode(error) ? error : 'GENERIC_ERROR';
};

/** Converts PlayFab's error body to a failure; undefined if it is none. Its text is kept as `cause` only. */
export const failureOfPlayfab = (body: unknown): Failure | undefined => {
  if (!isPlayfabError(body)) return undefined;
  const { code: status, error, errorMessage = '', errorDetails, retryAfterSeconds } = body;
  const code = codeOf(status, error, errorDetails);
  const cause = `${error}: ${errorMessage}`;
  return retryAfterSeconds === undefined ? { code, cause } : { code, cause, retryAfter: retryAfterSeconds };
};

const unansweredCodes: readonly ErrorCode[] = ['OFFLINE', 'TIMEOUT', 'SERVICE_UNAVAILABLE', 'TOO_MANY_REQUESTS'];

/**
 * Returns the reader of a login's failures. A refusal says no more than `refused` (spec section 8): whether the address is
 * known stays hidden. What kept the login from being judged is told as it is.
 */
export const loginFailureReader =
  (refused: ErrorCode) =>
  (body: unknown): Failure | undefined => {
    const failure = failureOfPlayfab(body);
    return failure === undefined || unansweredCodes.includes(failure.code) ? failure : { ...failure, code: refused };
  };

/**
 * Returns a login's failure as a person may read it. A response of another shape is not PlayFab's: a proxy or somebody
 * else's server sent it, which did not judge the password.
 */
export const failureOfLogin = (failure: Failure, refused: ErrorCode): Failure =>
  failure.code === refused || unansweredCodes.includes(failure.code)
    ? failure
    : { ...failure, code: 'SERVICE_UNAVAILABLE' };
