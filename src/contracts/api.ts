import type { Language } from './language.ts';
import type { RoutePath } from './routes.ts';
import type { Offer, Subscription } from './subscription.ts';

/** Paths below the portal's origin (decisions section 7, "Addresses"). */
export const apiPaths = {
  user: '/api/user',
  integrations: '/api/user/integrations',
  subscriptionStatus: '/api/user/subscription/status',
  passwordReset: '/api/user/password-reset',
  purchaseSession: '/api/stripe/subscription/purchaseSession',
  manageSubscription: '/api/stripe/subscription/manage',
  refreshSubscription: '/api/stripe/subscription/refresh',
  stripeWebhook: '/api/stripe/webhook',
  revenueCatWebhook: '/api/revenuecat/webhook',
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

/**
 * `PUT {user-api}/integrations?p=1`, form-encoded. A renewal adds `Authorization: Bearer <old token>`; that one then
 * lives for another minute, or with `leaving` for another day with the right to read: it went into a store link (decisions section 4).
 */
export type RegisterTokenBody = { token: string; leaving?: 'true' };

/** `GET {user-api}?p=<base64 of {token, p}>`. `serviceKey` of `stripeService` is the Stripe customer's id. */
export const stripeService = 'Stripe';
export type Integration = { service: string; serviceKey: string };
export type UserData = { id: string; integrations: Integration[] };
export type UserAnswer = ApiSuccess<{ data: UserData }>;

/**
 * `GET {user-api}/subscription/status?p=…`. `subscription` and `offer` go past the spec: the dashboard shows them. `offer` is
 * null for a subscriber, and while Stripe does not tell the price.
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
/** Of both: a page of Stripe's, to which the browser goes. */
export type PaymentPageAnswer = ApiSuccess<{ data: { session: { url: string } } }>;

/**
 * `POST {stripe-api}/subscription/refresh`, JSON, with `Authorization: Bearer <token>`: reads the account's state anew
 * from Stripe, on return from one of its pages, because the webhook may come later than the person. Answers a
 * `SubscriptionAnswer`. A checkout that is somebody else's changes nothing.
 */
export type RefreshSubscriptionBody = { checkoutSessionID?: string };

/** `POST {user-api}/password-reset`, JSON. `token` is the secret from the mailed link. */
export type PasswordResetBody = { token: string; password: string };

/** `POST {analytics}/analytics/log`, JSON; `data` is JSON text (spec section 3, "Analytics event"). */
export type AnalyticsEventType = 'page_view' | 'sign_up' | 'sign_in' | 'teacher_sign_up';
export type AnalyticsLogBody = { type: AnalyticsEventType; timestamp: string; data: string };
/**
 * What `data` holds. `eventID` is random and one for each event: told twice, it counts once, here and at whom it is forwarded
 * to. `clientID` is made after consent only. `country`: two letters, on the teachers' pages. Nobody's id, no address, no query.
 */
export type AnalyticsData = {
  eventID: string;
  clientID: string;
  page: RoutePath;
  lang: Language;
  country?: string | null;
};
