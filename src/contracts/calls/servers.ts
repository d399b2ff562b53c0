import { anything, either, flag, type Guarded, list, literal, object, oneOf, text } from '../shapes.ts';
import { userApiVersion } from '../api.ts';
import { languages } from '../language.ts';
import { call, nothing } from './call.ts';
import { functionRefusal, token, userRecord } from './sign-in.ts';

/** Calls of vendors and of partners' servers, which no browser makes. */

/** The document that describes the API. */
export const openApiPath = '/api/openapi.json';

/** The guard has verified the `Stripe-Signature` header over the unparsed body. */
export const receiveStripeEvent = call({
  method: 'POST',
  path: '/api/stripe/webhook',
  auth: 'stripe',
  answer: nothing,
});

/**
 * The events that the portal selects at Stripe (docs/operators/going-live.md). Without them, a change is noticed only
 * on a return from Stripe's pages, an hour after a period's end, or within a day.
 */
export const stripeEventTypes = [
  'checkout.session.completed',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.deleted',
  'invoice.paid',
  'invoice.payment_failed',
  'customer.subscription.trial_will_end',
  'refund.updated',
  'refund.failed',
] as const;

/** `{api_version, event}`, posted with the `Authorization` header of RevenueCat's dashboard. */
export const receiveRevenueCatEvent = call({
  method: 'POST',
  path: '/api/revenuecat/webhook',
  auth: 'revenuecat',
  answer: nothing,
});

/** One key signs, and another one is being introduced or retired. */
const keys = object({
  keys: list(
    object({
      kty: literal('OKP'),
      crv: literal('Ed25519'),
      x: text,
      kid: text,
      alg: literal('EdDSA'),
      use: literal('sig'),
    }),
  ),
});
export type IdTokenKeys = Guarded<typeof keys>;

/** The public keys with which a partner's server verifies an `idToken`, as a JSON Web Key Set (RFC 7517). */
export const readIdTokenKeys = call({
  method: 'GET',
  path: '/.well-known/jwks.json',
  auth: 'public',
  bare: true,
  answer: keys,
});

/** `newParentPortalAccount`: true creates the user record, false updates it. */
const argument = object({
  token,
  userApiVersion: literal(userApiVersion),
  newParentPortalAccount: flag,
  lang: oneOf(languages),
});
export type BindTokenArgument = Guarded<typeof argument>;

/** The cloud function (product-spec.md#7-calls-made). PlayFab calls it, and passes the answer to the browser. */
export const bindToken = call({
  method: 'POST',
  path: '/playfab-functions/addOrUpdateUser',
  auth: 'playfab',
  query: object({}, { secret: text }),
  // The guard reads the player from what PlayFab adds.
  body: object({ FunctionArgument: argument }, { CallerEntityProfile: anything, TitleAuthenticationContext: anything }),
  bare: true,
  answer: either(
    object({ success: literal(true), userAPIResponse: object({ ...userRecord, passwordWasReset: flag }) }),
    functionRefusal,
  ),
});

/** The calls of PlayFab's client API by browsers: the build keeps only these, and the doctor checks the title. */
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
