import { PlayFab } from 'playfab-web-sdk/src/PlayFab/PlayFabClientApi.js';
import { type ErrorCode, type Failure, isErrorCode } from '../../contracts/error-codes.ts';
import type { SignInResponse } from '../../contracts/session.ts';
import { randomBase64Url } from '../../lib/browser.ts';
import { type Result, withoutValue } from '../../lib/result.ts';
import { isRecord, literal, number, object, text, type TypeGuard } from '../../contracts/shapes.ts';
import type { Http } from '../http/http.ts';

/** A call as the SDK composes it: address, authorization and body. */
type PlayfabRequest = { url: string; headers: Record<string, string>; json: Record<string, unknown> };

type PlayfabMethod = keyof typeof PlayFab.ClientApi | keyof typeof PlayFab.CloudScriptApi;

type PlayfabTitle = { url: string; titleId: string };

const methods = { ...PlayFab.ClientApi, ...PlayFab.CloudScriptApi };

// The SDK only composes requests, and our client sends them: the SDK's own request function (1.185) rejects without a
// handler at every failed login, calls back twice when the network fails, and has no time limit, abort or Retry-After.
PlayFab._internalSettings.ExecuteRequest = (url, request, authKey, authValue, _callback, context) => {
  if (typeof context !== 'function') throw new TypeError('Call the PlayFab SDK through composePlayfabRequest');
  // The credentials are sent in the header.
  const { AuthenticationContext: _, ...json } = request;
  const headers: Record<string, string> = { 'X-PlayFabSDK': `JavaScriptSDK-${PlayFab._internalSettings.sdkVersion}` };
  if (authKey !== null && authValue !== null) headers[authKey] = authValue;
  const query = new URLSearchParams(PlayFab._internalSettings.requestGetParams);
  context({ url: `${url}?${query}`, headers, json });
};

/** Composes a call with the SDK, whose state all widgets of a page share. @throws its error without a player */
export const composePlayfabRequest = (
  { url, titleId }: PlayfabTitle,
  method: PlayfabMethod,
  request: Readonly<Record<string, unknown>>,
  player?: SignInResponse,
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

const codeOf = (status: number, error: string, details: Record<string, unknown> = {}): ErrorCode => {
  // The service returns it for both email and password. Its details distinguish them.
  if (error === 'InvalidParams') {
    if ('Email' in details) return 'InvalidEmailAddress';
    return 'Password' in details ? 'InvalidPassword' : 'INVALID_PAYLOAD';
  }
  if (status === 429) return 'TOO_MANY_REQUESTS';
  if (status >= 500) return 'SERVICE_UNAVAILABLE';
  // A rejected login is 401 too, and its reader replaces the code.
  if (status === 401) return 'UNAUTHORIZED';
  return isErrorCode(error) ? error : 'GENERIC_ERROR';
};

/** Converts PlayFab's error body to a failure. Returns undefined for another body. Its text is kept as `cause` only. */
export const failureOfPlayfab = (body: unknown): Failure | undefined => {
  if (!isPlayfabError(body)) return undefined;
  const { code: status, error, errorMessage = '', errorDetails, retryAfterSeconds: retryAfter } = body;
  const failure = { code: codeOf(status, error, errorDetails), cause: `${error}: ${errorMessage}` };
  return retryAfter === undefined ? failure : { ...failure, retryAfter };
};

const unansweredCodes: readonly ErrorCode[] = ['OFFLINE', 'TIMEOUT', 'SERVICE_UNAVAILABLE', 'TOO_MANY_REQUESTS'];

export type PlayfabCall<T> = {
  method: PlayfabMethod;
  request: Readonly<Record<string, unknown>>;
  /** The shape of the whole response, `code` and `data`. */
  answer: TypeGuard<T>;
  /** Whether the call can be repeated safely. Default: true. */
  repeatable?: boolean;
  /** The calling player, if the call needs one. */
  player?: SignInResponse;
  /** Reads the body of a failure. Default: PlayFab's shape. */
  readFailure?: (body: unknown) => Failure | undefined;
  signal?: AbortSignal | undefined;
};

/** Sends calls that the SDK composes. */
export const createPlayfabCall =
  (title: PlayfabTitle, http: Http) =>
  <T>({ method, request, player, ...rest }: PlayfabCall<T>): Promise<Result<T>> =>
    http.request({
      ...composePlayfabRequest(title, method, request, player),
      readFailure: failureOfPlayfab,
      repeatable: true,
      ...rest,
      method: 'POST',
    });

/**
 * Signs a player in. Every rejected login has the code `refused` (product-spec.md#8-error-catalogue), so that it does
 * not reveal whether the email is known. Failures that prevented the check keep their code, and a response of another
 * shape comes from a proxy or another server, which did not check the password.
 */
export const sendLogin = async <T>(
  call: ReturnType<typeof createPlayfabCall>,
  refused: ErrorCode,
  login: PlayfabCall<T>,
): Promise<Result<T>> => {
  const isKept = ({ code }: Failure): boolean => unansweredCodes.includes(code);
  const readFailure = (body: unknown): Failure | undefined => {
    const failure = failureOfPlayfab(body);
    return failure === undefined || isKept(failure) ? failure : { ...failure, code: refused };
  };
  const result = await call({ ...login, readFailure });
  if (result.ok || result.failure.code === refused || isKept(result.failure)) return result;
  return { ok: false, failure: { ...result.failure, code: 'SERVICE_UNAVAILABLE' } };
};

/** Link*, AddOrUpdateContactEmail and SendAccountRecoveryEmail return `data: {}`. GetPlayerProfile returns more. */
export const isEmptyAnswer = object({ code: literal(200) }, { data: isRecord });

/** Creates a PlayFab custom id, which alone opens the account: 32 random bytes (decisions.md#4-sessions-and-tokens). */
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
    return withoutValue(await call({ method, request, answer: isEmptyAnswer, player, signal }));
  };
