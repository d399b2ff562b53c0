import type { Language } from './language.ts';
import type { RoutePath } from './routes.ts';

/** Paths below the portal's origin that browsers call (decisions.md#7-embedded-server, "Addresses"). */
export const apiPaths = {
  user: '/api/user',
  integrations: '/api/user/integrations',
  subscriptionStatus: '/api/user/subscription/status',
  passwordReset: '/api/user/password-reset',
  purchaseSession: '/api/stripe/subscription/purchaseSession',
  manageSubscription: '/api/stripe/subscription/manage',
  refreshSubscription: '/api/stripe/subscription/refresh',
  analyticsLog: '/api/analytics/log',
  geolocation: '/api/geolocation',
  playfab: '/playfab',
} as const;

/** Paths that only other servers and developers call. A separate table, so that no browser loads it. */
export const serverPaths = {
  stripeWebhook: '/api/stripe/webhook',
  revenueCatWebhook: '/api/revenuecat/webhook',
  playfabFunction: '/playfab-functions/addOrUpdateUser',
  openApi: '/api/openapi.json',
} as const;

/** The two response shapes of every API. A failure also has a matching HTTP status (decisions.md#5-calls). */
export type ApiSuccess<Data extends object = object> = { success: true } & Data;
export type ApiFailure = { success: false; error: string };

/** The cloud function (product-spec.md#7-calls-made; design: PlayFab's CloudScript/ExecuteFunction). */
export const addOrUpdateUserFunction = 'addOrUpdateUser';
export const userApiVersion = '2.0';
/**
 * The event by which a form on the portal's own page says that a person signed up or in. Its detail is a `Conversion`.
 * The page records it (`host-site/script/telemetry.ts`), so that widgets contain no telemetry. It is not a public
 * event.
 */
export const conversionEvent = 'maths-conversion';
export type ConversionType = 'sign_up' | 'sign_in' | 'teacher_sign_up';
/**
 * The content of an event's `data`. `eventID` is random and unique for each event, so that a repeated event counts once, here and
 * at every receiver. `clientID` is created after consent only. `country`: two letters, on the teachers' pages. It
 * contains no account id, address or query.
 */
export type AnalyticsData = {
  eventID: string;
  clientID: string;
  page: RoutePath;
  lang: Language;
  country?: string | null;
};

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
