import type { Language } from './language.ts';
import type { RoutePath } from './routes.ts';
import type { Offer, Subscription } from './subscription.ts';

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
export type AddOrUpdateUserArgument = {
  token: string;
  userApiVersion: typeof userApiVersion;
  /** true creates the user record, false updates it. */
  newParentPortalAccount: boolean;
  lang: Language;
};
export type AddOrUpdateUserResult =
  | { success: true; userAPIResponse: { success: true; id: string; passwordWasReset?: boolean | undefined } }
  | { success: false; error: string };

/**
 * `PUT {user-api}/integrations?p=1`, form-encoded. A renewal adds `Authorization: Bearer <old token>`. The old token
 * then expires after a minute, or with `leaving` after another day with read access, because it went into a store link
 * (decisions.md#4-sessions-and-tokens). A sign-in of an account whose password was reset adds a proof.
 */
export type RegisterTokenBody = { token: string; leaving?: 'true' } & Partial<SignInProof>;

/**
 * Proves that a sign-in is later than a password reset: the PlayFab session ticket of this sign-in, and the code from
 * the mail about the reset.
 */
export type SignInProof = { ticket: string; code?: string };

/** `GET {user-api}?p=<base64 of {token, p}>`. `serviceKey` of `stripeService` is the Stripe customer's id. */
export const stripeService = 'Stripe';
export type Integration = { service: string; serviceKey: string };
export type UserData = { id: string; integrations: Integration[] };
export type UserAnswer = ApiSuccess<{ data: UserData }>;

/**
 * `GET {user-api}/subscription/status?p=…`. `subscription` and `offer` extend the spec, because the dashboard shows
 * them. `offer` is null for a subscriber, and while Stripe returns no price.
 */
export type SubscriptionAnswer = ApiSuccess<{
  isSubscribed: boolean;
  subscription: Subscription | null;
  offer: Offer | null;
}>;

/** `POST {stripe-api}/subscription/purchaseSession`, JSON, with `Authorization: Bearer <token>` of that user. */
export type PurchaseSessionBody = { userID: string; lang: Language; coupon?: string };
/** `POST {stripe-api}/subscription/manage`, JSON, with `Authorization: Bearer <token>` of that customer's user. */
export type ManageSubscriptionBody = { customerID: string; lang: Language };
/** The response of both calls: a page of Stripe, to which the browser navigates. */
export type PaymentPageAnswer = ApiSuccess<{ data: { session: { url: string } } }>;

/**
 * `POST {stripe-api}/subscription/refresh`, JSON, with `Authorization: Bearer <token>`: reads the account's state from
 * Stripe again, after a return from one of its pages, because the webhook may arrive later than the person. The
 * response is a `SubscriptionAnswer`. A checkout of another person changes nothing.
 */
export type RefreshSubscriptionBody = { checkoutSessionID?: string };

/**
 * `POST {user-api}/password-reset`, JSON. `token` is the secret from the mailed link. `signOutDevices` unlinks the ids
 * with which the game opens the account.
 */
export type PasswordResetBody = { token: string; password: string; signOutDevices: boolean };
/** `code` is the code that the owner also receives by mail. `devices` says what became of `signOutDevices`. */
export type PasswordReset = { code: string; devices: 'kept' | 'signed-out' | 'failed' };
export type PasswordResetAnswer = ApiSuccess<{ data: PasswordReset }>;

/**
 * `POST {analytics}/analytics/log`, JSON; `data` is JSON text (product-spec.md#3-entities-and-their-fields, "Analytics
 * event").
 */
export type AnalyticsEventType = 'page_view' | 'sign_up' | 'sign_in' | 'teacher_sign_up';
/**
 * The event by which a form on the portal's own page says that a person signed up or in. Its detail is a `Conversion`.
 * The page records it (`host-site/script/telemetry.ts`), so that widgets contain no telemetry. It is not a public
 * event.
 */
export const conversionEvent = 'maths-conversion';
export type ConversionType = Exclude<AnalyticsEventType, 'page_view'>;
export type AnalyticsLogBody = { type: AnalyticsEventType; timestamp: string; data: string };
/**
 * The content of `data`. `eventID` is random and unique for each event, so that a repeated event counts once, here and
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
