/**
 * Types for what `playfab-vite-plugin.ts` keeps. The vendor's declare globals, call the second argument of a callback
 * an error even on success, and have no `_internalSettings`.
 */
declare module 'playfab-web-sdk/src/PlayFab/PlayFabClientApi.js' {
  type Send = (
    url: string,
    request: Readonly<Record<string, unknown>>,
    authKey: string | null,
    authValue: string | null,
    callback: null,
    context: unknown,
  ) => unknown;
  type Call = (request: Record<string, unknown>, callback: null, context: unknown) => unknown;

  export const PlayFab: {
    settings: { titleId: string | null; productionServerUrl: string };
    _internalSettings: { sdkVersion: string; requestGetParams: Record<string, string>; ExecuteRequest: Send };
    ClientApi: Record<
      | 'LoginWithEmailAddress'
      | 'LoginWithCustomID'
      | 'RegisterPlayFabUser'
      | 'LinkCustomID'
      | 'LinkIOSDeviceID'
      | 'LinkAndroidDeviceID'
      | 'SendAccountRecoveryEmail'
      | 'GetPlayerProfile'
      | 'AddOrUpdateContactEmail',
      Call
    >;
    CloudScriptApi: Record<'ExecuteFunction', Call>;
  };
}
