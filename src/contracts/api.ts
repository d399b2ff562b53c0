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

/** The request of a log-out. The script of a page sends it without the shapes of the other calls. */
export const signOutRequest = { method: 'DELETE', path: apiPaths.integrations } as const;

/** The two response shapes of every API. A failure also has a matching HTTP status (decisions.md#5-calls). */
export type ApiSuccess<Data extends object = object> = { success: true } & Data;
export type ApiFailure = { success: false; error: string };

/** The cloud function (product-spec.md#7-calls-made). */
export const addOrUpdateUserFunction = 'addOrUpdateUser';
export const userApiVersion = '2.0';

/**
 * Fired by a form on the portal's own page when a person signed up or in; the detail is a `ConversionType`. The page
 * records it (`host-site/script/telemetry.ts`), so that widgets contain no telemetry. It is not public.
 */
export const conversionEvent = 'maths-conversion';
export type ConversionType = 'sign_up' | 'sign_in' | 'teacher_sign_up';
