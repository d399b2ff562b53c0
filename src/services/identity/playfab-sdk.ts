import { PlayFab } from 'playfab-web-sdk/src/PlayFab/PlayFabClientApi.js';
import type { SignInResponse } from '../../contracts/session.ts';

/** A call as the SDK composes it: address, authorization and body. */
export type PlayfabRequest = { url: string; headers: Record<string, string>; json: Record<string, unknown> };

export type PlayfabMethod = keyof typeof PlayFab.ClientApi | keyof typeof PlayFab.CloudScriptApi;

export type PlayfabTitle = { url: string; titleId: string };

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
