import { STATUS_CODES } from 'node:http';

/** PlayFab's errors (PlayFab/API_Specs @06336e3). A status that PlayFab does not document is 400. */
const playfabErrors = {
  InvalidParams: { number: 1000, code: 400, message: 'Invalid input parameters' },
  AccountNotFound: { number: 1001, code: 400, message: 'User not found' },
  InvalidTitleId: { number: 1004, code: 400, message: 'Invalid title id' },
  EmailAddressNotAvailable: { number: 1006, code: 400, message: 'Email address not available' },
  InvalidRequest: { number: 1071, code: 400, message: 'Invalid request' },
  NotAuthenticated: { number: 1074, code: 401, message: 'This API method does not allow anonymous callers.' },
  NotAuthorized: { number: 1089, code: 403, message: 'Not authorized' },
  InternalServerError: { number: 1110, code: 500, message: 'Internal server error' },
  LinkedDeviceAlreadyClaimed: { number: 1118, code: 400, message: 'Linked device already claimed' },
  DeviceNotLinked: { number: 1120, code: 400, message: 'Device not linked' },
  InvalidAPIEndpoint: { number: 1131, code: 404, message: 'Invalid API endpoint' },
  CloudScriptNotFound: { number: 1136, code: 400, message: 'Cloud script not found' },
  InvalidEmailOrPassword: { number: 1142, code: 401, message: 'Invalid email address or password' },
  InvalidContentType: { number: 1144, code: 415, message: 'Content type must be application/json' },
  LinkedIdentifierAlreadyClaimed: { number: 1184, code: 400, message: 'Linked identifier already claimed' },
  CustomIdNotLinked: { number: 1185, code: 400, message: 'Custom id not linked' },
  APIClientRequestRateLimitExceeded: { number: 1199, code: 429, message: 'Too many requests' },
  EmailTemplateMissing: { number: 1318, code: 400, message: 'Email template missing' },
  AccountDeleted: { number: 1322, code: 400, message: 'Account deleted' },
  NoContactEmailAddressFound: { number: 1325, code: 400, message: 'No contact email address found' },
  InvalidAuthToken: { number: 1326, code: 400, message: 'Invalid auth token' },
  AuthTokenDoesNotExist: { number: 1327, code: 400, message: 'Auth token does not exist' },
  AuthTokenExpired: { number: 1328, code: 400, message: 'Auth token expired' },
  AuthTokenAlreadyUsedToResetPassword: { number: 1329, code: 400, message: 'Auth token already used' },
  EntityTokenInvalid: { number: 1335, code: 401, message: 'Entity token invalid' },
  InvalidEntityType: { number: 1373, code: 400, message: 'Invalid entity type' },
  CloudScriptAzureFunctionsExecutionTimeLimitExceeded: { number: 1470, code: 400, message: 'Execution time exceeded' },
  CloudScriptAzureFunctionsHTTPRequestError: { number: 1473, code: 400, message: 'The function could not be called' },
} as const;

export type PlayfabErrorName = keyof typeof playfabErrors;
export type ErrorDetails = Record<string, string[]>;

export class PlayfabError extends Error {
  override name = 'PlayfabError';
  readonly error: PlayfabErrorName;
  readonly details: ErrorDetails | undefined;
  /** The number of seconds after which the client may retry. */
  readonly retryAfter: number | undefined;

  constructor(error: PlayfabErrorName, more: { details?: ErrorDetails; retryAfter?: number } = {}) {
    super(playfabErrors[error].message);
    this.error = error;
    this.details = more.details;
    this.retryAfter = more.retryAfter;
  }
}

export const successEnvelope = (data: object) => ({ code: 200, status: 'OK', data });

/** Returns the body of an error. The SDK's promise reads the HTTP status, its callback `code`, so both are equal. */
export const errorEnvelope = (
  { error, message, details, retryAfter }: PlayfabError,
  code: number = playfabErrors[error].code,
) => ({
  code,
  status: STATUS_CODES[code]?.replaceAll(' ', ''),
  error,
  errorCode: playfabErrors[error].number,
  errorMessage: message,
  ...(details && { errorDetails: details }),
  ...(retryAfter !== undefined && { retryAfterSeconds: retryAfter }),
});
