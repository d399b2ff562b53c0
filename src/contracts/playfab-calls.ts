/**
 * The calls of PlayFab's client API that the browser makes. The build keeps only these of PlayFab's SDK, and the doctor
 * checks that the title allows them.
 */
export const playfabClientCalls = [
  'LoginWithEmailAddress',
  'LoginWithCustomID',
  'RegisterPlayFabUser',
  'LinkCustomID',
  'LinkIOSDeviceID',
  'LinkAndroidDeviceID',
  'SendAccountRecoveryEmail',
  'GetPlayerProfile',
  'AddOrUpdateContactEmail',
] as const;
