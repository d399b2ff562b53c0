import type { FastifyPluginAsync } from 'fastify';
import { receiveRevenueCatEvent, receiveStripeEvent } from '../../src/contracts/calls/servers.ts';
import { manage, purchase, readSubscription, refreshSubscription } from '../../src/contracts/calls/subscription.ts';
import type { Portal } from '../domain/portal.ts';
import { Refusal } from '../domain/refusal.ts';
import { keepRawBodies, rawBodyOf } from './guards.ts';
import { servingIn } from './serve.ts';

/** The size limit of a webhook's body in bytes; an event contains the whole object that it is about. */
const webhookBodyLimit = 256 * 1024;

const pageAnswer = (url: string) => ({ data: { session: { url } } });

/**
 * Starts a payment and manages a subscription (product-spec.md#7-calls-made, decisions.md#4-sessions-and-tokens). The
 * ids in the bodies are part of the product's contract and grant no access: the caller is the token's owner, and
 * another person's id is UNAUTHORIZED.
 */
export const billingRoutes =
  ({ billing }: Portal): FastifyPluginAsync =>
  async (api) => {
    const serve = servingIn(api, { tag: 'Payments', limit: 'payment' });
    serve(
      readSubscription,
      {
        id: 'getSubscription',
        summary: 'Read the subscription of the account',
        limit: 'token',
      },
      async ({ session: { userId } }) => billing.answer(userId),
    );

    serve(
      purchase,
      {
        id: 'openPaymentPage',
        summary: 'Open a payment page',
        example: { userID: '8f14e45f-ceea-467f-a9d2-3c1b5e7d9f10', lang: 'en', coupon: 'WELCOME20' },
      },
      async ({ session: { userId }, body: { userID, lang, coupon, shown } }) => {
        if (userID !== userId) throw new Refusal('UNAUTHORIZED');
        return pageAnswer(await billing.purchase(userId, lang, coupon, shown));
      },
    );

    serve(
      manage,
      {
        id: 'openBillingPortal',
        summary: 'Open the page where a subscription is managed',
        example: { customerID: 'cus_A1b2C3', lang: 'en' },
      },
      async ({ session: { userId }, body: { customerID, lang } }) =>
        pageAnswer(await billing.manage(userId, customerID, lang)),
    );

    serve(
      refreshSubscription,
      {
        id: 'refreshSubscription',
        summary: 'Read the subscription from Stripe again',
        description:
          'Reads the subscription from Stripe again, for a visitor who returns before the webhook arrives. A checkout session of another person changes nothing.',
        example: { checkoutSessionID: 'cs_live_a1B2c3' },
      },
      async ({ session: { userId }, body: { checkoutSessionID } }) => billing.refresh(userId, checkoutSessionID),
    );
  };

/** Stores each event as a job and answers at once: RevenueCat waits a minute at most. An unused event is a success. */
export const webhookRoutes =
  ({ billing, stores }: Portal): FastifyPluginAsync =>
  async (api) => {
    keepRawBodies(api);
    const serve = servingIn(api, { tag: 'Vendors', bodyLimit: webhookBodyLimit });
    serve(
      receiveStripeEvent,
      {
        id: 'receiveStripeEvent',
        summary: 'Receive an event of a subscription from Stripe',
      },
      async ({ stripeEvent }) => billing.takeEvent(stripeEvent),
    );

    serve(
      receiveRevenueCatEvent,
      {
        id: 'receiveRevenueCatEvent',
        summary: 'Receive an event of an app store subscription from RevenueCat',
      },
      async (request) => stores.take(rawBodyOf(request)),
    );
  };
