import { PlayFab } from 'playfab-web-sdk/src/PlayFab/PlayFabClientApi.js';
import { type ErrorCode, type Failure, isErrorCode } from '../../contracts/error-codes.ts';
import type { SignInResponse } from '../../contracts/session.ts';
import { randomBase64Url } from '../../lib/browser.ts';
import { type Result, withoutValue } from '../../lib/result.ts';
import { isRecord, literal, number, object, text, type TypeGuard } from '../../lib/shapes.ts';
import type { Http } from '../http/http.ts';

/** A call as the SDK composes it: address, authorization and body. */
type PlayfabRequest = { url: string; headers: Record<string, string>; json: Record<string, unknown> };

type PlayfabMethod = keyof typeof PlayFab.ClientApi | keyof typeof PlayFab.CloudScriptApi;

type PlayfabTitle = { url: string; titleId: string };

const methods = { ...PlayFab.ClientApi, ...PlayFab.CloudScriptApi };

// The SDK's own request function (1.185) has several faults: it fires an unhandled rejection on the page at every
// failed login, calls back twice when the network fails, throws for a login response without entity token, and supports
// no time limit, abort or Retry-After. The SDK therefore only composes requests, and our client sends them. No code of
// the vendor runs after the response.
PlayFab._internalSettings.ExecuteRequest = (url, request, authKey, authValue, _callback, context) => {
  if (typeof context !== 'function') throw new TypeError('Call the PlayFab SDK through composePlayfabRequest');
  // The credentials are sent in the header.
  const { AuthenticationContext: _, ...json } = request;
  const headers: Record<string, string> = { 'X-PlayFabSDK': `JavaScriptSDK-${PlayFab._internalSettings.sdkVersion}` };
  if (authKey !== null && authValue !== null) headers[authKey] = authValue;
  const query = new URLSearchParams(PlayFab._internalSettings.requestGetParams);
  context({ url: `${url}?${query}`, headers, json });
};

/**
 * Composes one call with the SDK. `player` is the calling player, if the call needs one. It is passed with each call,
 * because the SDK has one state for the whole page, which may contain two widgets.
 * @throws the SDK's error when a call that needs a player has none.
 */
export const composePlayfabRequest = (
  { url, titleId }: PlayfabTitle,
  method: PlayfabMethod,
  request: Readonly<Record<string, unknown>>,
  player: SignInResponse | null,
): PlayfabRequest => {
  PlayFab.settings.titleId = titleId;
  PlayFab.settings.productionServerUrl = url;
  const composed: PlayfabRequest[] = [];
  const credentials = player && {
    AuthenticationContext: {
      sessionTicket: player.data.SessionTicket,
      entityToken: player.data.EntityToken.EntityToken,
    },
  };
  // A copy, because the SDK modifies its input.
  methods[method]({ ...request, ...credentials }, null, (result: PlayfabRequest) => composed.push(result));
  const [first] = composed;
  if (first === undefined) throw new Error(`The PlayFab SDK composed no ${method}`);
  return first;
};

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
const loginFailureReader =
  (refused: ErrorCode) =>
  (body: unknown): Failure | undefined => {
    const failure = failureOfPlayfab(body);
    return failure === undefined || unansweredCodes.includes(failure.code) ? failure : { ...failure, code: refused };
  };

/**
 * Returns a login's failure with the right message. A response of another shape is not PlayFab's: it comes from a proxy
 * or another server, which did not check the password.
 */
const failureOfLogin = (failure: Failure, refused: ErrorCode): Failure =>
  failure.code === refused || unansweredCodes.includes(failure.code)
    ? failure
    : { ...failure, code: 'SERVICE_UNAVAILABLE' };

export type PlayfabCall<T> = {
  method: PlayfabMethod;
  request: Readonly<Record<string, unknown>>;
  /** The shape of the whole response, `code` and `data`. */
  answer: TypeGuard<T>;
  /** Whether the call can be repeated safely. */
  repeatable: boolean;
  /** The calling player; null for a call that needs none. */
  player: SignInResponse | null;
  /** Reads the body of a failure. Default: PlayFab's shape. */
  readFailure?: (body: unknown) => Failure | undefined;
  signal?: AbortSignal | undefined;
};

/** Sends calls that the SDK composes. */
export const createPlayfabCall =
  (title: PlayfabTitle, http: Http) =>
  <T>({ method, request, player, signal, ...rest }: PlayfabCall<T>): Promise<Result<T>> =>
    http.request({
      ...composePlayfabRequest(title, method, request, player),
      readFailure: failureOfPlayfab,
      ...rest,
      method: 'POST',
      signal,
    });

/**
 * Sends a call that signs a player in.
 * @param refused the code for every rejected login, independent of PlayFab's reason
 */
export const sendLogin = async <T>(
  call: ReturnType<typeof createPlayfabCall>,
  refused: ErrorCode,
  login: PlayfabCall<T>,
): Promise<Result<T>> => {
  const result = await call({ ...login, readFailure: loginFailureReader(refused) });
  return result.ok ? result : { ok: false, failure: failureOfLogin(result.failure, refused) };
};

/** Link*, AddOrUpdateContactEmail and SendAccountRecoveryEmail return `data: {}`. GetPlayerProfile returns more. */
export const isEmptyAnswer = object({ code: literal(200) }, { data: isRecord });

/**
 * Creates a PlayFab custom id. It alone opens the account, so it is as strong as a password: 32 random bytes for each
 * sign-up, never logged or shown (decisions.md#4-sessions-and-tokens).
 */
export const createCustomId = (): string => randomBase64Url(32);

/** Links an id to a player's account, which the id can then open. It can be repeated safely. */
export type LinkAccount = (player: SignInResponse, id: string, signal?: AbortSignal) => Promise<Result<void>>;

export const createLinkAccount =
  (
    call: ReturnType<typeof createPlayfabCall>,
    method: 'LinkCustomID' | 'LinkIOSDeviceID' | 'LinkAndroidDeviceID',
    parameter: 'CustomId' | 'DeviceId' | 'AndroidDeviceId',
  ): LinkAccount =>
  async (player, id, signal) => {
    const request = { [parameter]: id };
    return withoutValue(await call({ method, request, answer: isEmptyAnswer, repeatable: true, player, signal }));
  };
