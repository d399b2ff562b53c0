import { type Guarded, list, literal, object, text } from '../../lib/shapes.ts';
import { serverPaths } from '../api.ts';
import { idTokenKeysPath } from '../id-token.ts';
import { call, nothing } from './call.ts';

/** Calls of vendors and of partners' servers, which no browser makes. */

/** The guard has verified the `Stripe-Signature` header over the unparsed body. */
export const receiveStripeEvent = call({
  method: 'POST',
  path: serverPaths.stripeWebhook,
  auth: 'stripe',
  answer: nothing,
});

/** `{api_version, event}`, posted with the `Authorization` header of RevenueCat's dashboard. */
export const receiveRevenueCatEvent = call({
  method: 'POST',
  path: serverPaths.revenueCatWebhook,
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
  path: idTokenKeysPath,
  auth: 'public',
  bare: true,
  answer: keys,
});
