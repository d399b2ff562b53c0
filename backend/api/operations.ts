import { apiPaths, serverPaths } from '../../src/contracts/api.ts';
import { levelFilesPath, levelsPath } from '../../src/contracts/levels.ts';
import type { Operation } from './operation.ts';
import { schoolZoneOperations } from './school-zone-operations.ts';

const done = { success: true };
const token = 'q1w2e3r4t5y6u7i8o9p0a1s2d3f4g5h6j7k8l9z0x1c';
const paymentPage = { success: true, data: { session: { url: 'https://checkout.stripe.com/c/pay/cs_live_a1B2c3' } } };
const subscription = {
  success: true,
  isSubscribed: true,
  subscription: {
    store: 'stripe',
    status: 'active',
    currentPeriodEnd: '2026-12-01T09:00:00.000Z',
    cancelAtPeriodEnd: false,
    price: { amount: 999, currency: 'eur', interval: 'month', intervalCount: 1 },
  },
  offer: null,
};

/** Documents each call by its method and path. A call without an entry stops the server at the start. */
export const operations: Readonly<Record<string, Operation>> = {
  ...schoolZoneOperations,
  [`PUT ${apiPaths.integrations}`]: {
    id: 'activateToken',
    tag: 'Account',
    description:
      'Makes a token valid that the cloud function has bound to a user. With the old token as `Authorization: Bearer`, it is a renewal, and the old token ends a minute later. With `leaving`, the old token lives another day and may only read, because it is in a store link. When the cloud function answers `passwordWasReset`, the call needs `ticket`, the PlayFab session ticket of the sign-in, or `code`, from the mail about the reset.',
    errors: ['TOKEN_EXPIRED', 'SIGN_IN_CODE_REQUIRED'],
    body: { token },
    answer: done,
  },
  [`DELETE ${apiPaths.integrations}`]: {
    id: 'signOut',
    tag: 'Account',
    description: 'Ends the session of the token.',
    errors: [],
    answer: done,
  },
  [`GET ${apiPaths.user}`]: {
    id: 'getUser',
    tag: 'Account',
    description:
      'Returns the account’s id and its services. `serviceKey` of the service `Stripe` is the customer’s id.',
    errors: [],
    answer: {
      success: true,
      data: {
        id: '8f14e45f-ceea-467f-a9d2-3c1b5e7d9f10',
        integrations: [{ service: 'Stripe', serviceKey: 'cus_A1b2C3' }],
      },
    },
  },
  [`DELETE ${apiPaths.user}`]: {
    id: 'deleteUser',
    tag: 'Account',
    description:
      'Deletes the account, its subscription and its data. The work continues after the answer, also after a crash.',
    errors: ['RECENT_SIGN_IN_REQUIRED'],
    answer: done,
  },
  [`GET ${apiPaths.subscriptionStatus}`]: {
    id: 'getSubscription',
    tag: 'Payments',
    description: 'Returns the subscription from the portal’s own rows, also one of an app store.',
    errors: [],
    answer: subscription,
  },
  [`POST ${apiPaths.passwordReset}`]: {
    id: 'resetPassword',
    tag: 'Account',
    description:
      'Sets a new password with the secret of a mailed link, and ends every session of the account. With `signOutDevices`, the custom ids and devices that open the account at PlayFab are unlinked; `devices` is `failed` if PlayFab did not do so. The owner also receives `code` by mail: a later sign-in may need it.',
    errors: ['InvalidPassword', 'LINK_EXPIRED'],
    body: { token: 'A1B2C3D4E5F6', password: 'correct horse battery', signOutDevices: true },
    answer: { success: true, data: { code: 'K7QM-2XPD', devices: 'signed-out' } },
  },
  [`POST ${apiPaths.analyticsLog}`]: {
    id: 'logEvent',
    tag: 'Visits',
    description: 'Counts an event of a first-party page. `data` is JSON text with a short list of allowed fields.',
    errors: [],
    body: {
      type: 'page_view',
      timestamp: '2026-11-20T08:15:00.000Z',
      data: '{"eventID":"5f0c6f0e-8b7a-4b55-9a3e-0d9c5f1b2a34","clientID":"1234.5678","page":"/","lang":"en"}',
    },
    answer: done,
  },
  [`GET ${apiPaths.geolocation}`]: {
    id: 'getCountry',
    tag: 'Visits',
    description: 'Returns the visitor’s country in two letters, or null. Nothing is stored.',
    errors: [],
    answer: { success: true, country: 'FR' },
  },
  [`POST ${serverPaths.playfabFunction}`]: {
    id: 'addOrUpdateUser',
    tag: 'Vendors',
    description:
      'PlayFab calls this function for a signed-in player. It records the account and binds a session token to it. A refusal is an answer with status 200, because PlayFab passes nothing else on to the browser.',
    errors: [],
    body: {
      FunctionArgument: { token, userApiVersion: '2.0', newParentPortalAccount: true, lang: 'en' },
      CallerEntityProfile: {
        Entity: { Id: 'A1B2C3D4', Type: 'title_player_account' },
        Lineage: { TitleId: 'A1B2C', MasterPlayerAccountId: '9F8E7D6C5B4A' },
      },
      TitleAuthenticationContext: { Id: 'A1B2C', EntityToken: 'NHwxMjM0' },
    },
    answer: {
      success: true,
      userAPIResponse: { success: true, id: '8f14e45f-ceea-467f-a9d2-3c1b5e7d9f10', passwordWasReset: false },
    },
  },
  [`POST ${apiPaths.purchaseSession}`]: {
    id: 'openPaymentPage',
    tag: 'Payments',
    description: 'Returns the address of a payment page. An unknown coupon is ignored.',
    errors: ['ALREADY_SUBSCRIBED'],
    body: { userID: '8f14e45f-ceea-467f-a9d2-3c1b5e7d9f10', lang: 'en', coupon: 'WELCOME20' },
    answer: paymentPage,
  },
  [`POST ${apiPaths.manageSubscription}`]: {
    id: 'openBillingPortal',
    tag: 'Payments',
    description: 'Returns the address of the page where a subscription is managed.',
    errors: ['NOT_FOUND'],
    body: { customerID: 'cus_A1b2C3', lang: 'en' },
    answer: paymentPage,
  },
  [`POST ${apiPaths.refreshSubscription}`]: {
    id: 'refreshSubscription',
    tag: 'Payments',
    description:
      'Reads the subscription from Stripe again, for a visitor who returns before the webhook arrives. A checkout session of another person changes nothing.',
    errors: [],
    body: { checkoutSessionID: 'cs_live_a1B2c3' },
    answer: subscription,
  },
  [`POST ${serverPaths.stripeWebhook}`]: {
    id: 'receiveStripeEvent',
    tag: 'Vendors',
    description: 'Stores an event of Stripe as a job. Events that the portal does not need get the same answer.',
    errors: [],
    answer: done,
  },
  [`POST ${serverPaths.revenueCatWebhook}`]: {
    id: 'receiveRevenueCatEvent',
    tag: 'Vendors',
    description: 'Stores an event of RevenueCat as a job. Events that the portal does not need get the same answer.',
    errors: [],
    answer: done,
  },
  [`GET ${levelsPath}`]: {
    id: 'findLevels',
    tag: 'Level tool',
    description: 'Returns signed links of levels, valid for an hour and relative to the portal’s origin.',
    errors: ['TOO_MANY_LEVELS'],
    answer: {
      success: true,
      urls: [
        {
          name: 'frog_pond__m2qa',
          url: '/api/admin/levels/frog_pond__m2qa.json?expires=1763625600&signature=Qm1Xr5Tn9Wb2',
          previewUrl: '/api/admin/levels/frog_pond__m2qa.png?expires=1763625600&signature=Yc6HdZk3v8Qm',
        },
      ],
      missing: ['no_such_level'],
    },
  },
  [`GET ${levelFilesPath}/:file`]: {
    id: 'readLevel',
    tag: 'Level tool',
    description: 'Returns the file of a link: JSON for a level, PNG for its picture.',
    errors: ['NOT_FOUND'],
    answer: { blocks: [] },
  },
};
