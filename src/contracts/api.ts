import type { Language } from './language.ts';

/** Paths below the portal's origin (decisions section 7, "Addresses"). */
export const apiPaths = {
  user: '/api/user',
  integrations: '/api/user/integrations',
  subscriptionStatus: '/api/user/subscription/status',
  passwordReset: '/api/user/password-reset',
  analyticsLog: '/api/analytics/log',
  geolocation: '/api/geolocation',
  openApi: '/api/openapi.json',
  playfab: '/playfab',
  playfabFunction: '/playfab-functions/addOrUpdateUser',
} as const;

/** Every API answers with one of these two shapes; a failure carries a fitting HTTP status (decisions section 5). */
export type ApiSuccess<Data extends object = object> = { success: true } & Data;
export type ApiFailure = { success: false; error: string };

/** The cloud function (spec section 7; design: PlayFab's CloudScript/ExecuteFunction). */
export const addOrUpdateUserFunction = 'addOrUpdateUser';
export const userApiVersion = '2.0';
export type AddOrUpdateUserArgument = {
  token: string;
  userApiVersion: typeof userApiVersion;
  /** true creates the user record, false updates it. */
  newParentPortalAccount: boolean;
  lang: Language;
};
export type AddOrUpdateUserResult =
  | { success: true; userAPIResponse: { success: true; id: string } }
  | { success: false; error: string };

/** `PUT {user-api}/integrations?p=1`, form-encoded. A renewal adds `Authorization: Bearer <old token>`. */
export type RegisterTokenBody = { token: string };

/** `GET {user-api}?p=<base64 of {token, p}>` */
export type Integration = { service: string; serviceKey: string };
export type UserData = { id: string; integrations: Integration[] };
export type UserAnswer = ApiSuccess<{ data: UserData }>;

/** `GET {user-api}/subscription/status?p=…` */
export type SubscriptionStatusAnswer = ApiSuccess<{ isSubscribed: boolean }>;

/** `POST {user-api}/password-reset`, JSON. `token` is the secret from the mailed link. */
export type PasswordResetBody = { token: string; password: string };

/** `POST {analytics}/analytics/log`, JSON; `data` is JSON text (spec section 3, "Analytics event"). */
export type AnalyticsEventType = 'page_view' | 'sign_up' | 'sign_in';
export type AnalyticsLogBody = { type: AnalyticsEventType; timestamp: string; data: string };
