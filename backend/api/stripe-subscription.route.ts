import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { apiPaths } from '../../src/contracts/api.ts';
import { languages } from '../../src/contracts/language.ts';
import type { Portal } from '../domain/portal.ts';
import { Refusal } from '../domain/refusal.ts';
import { responses, successBody, success } from './responses.ts';
import { subscriptionAnswer, subscriptionExample } from './subscription-answer.ts';

const config = { auth: 'user', tokenIn: 'bearer', limit: 'payment' } as const;
const lang = z.enum(languages);
const paymentPage = success.extend({ data: z.object({ session: z.object({ url: z.string() }) }) });
const pageAnswer = (url: string) => ({ ...successBody, data: { session: { url } } });
const paymentPageExample = pageAnswer('https://checkout.stripe.com/c/pay/cs_live_a1B2c3');

/**
 * Starts a payment and manages a subscription (product-spec.md#7-calls-made, decisions.md#4-sessions-and-tokens). The
 * ids in the bodies are part of the product's contract and grant no access: the caller is the token's owner, and
 * another person's id is UNAUTHORIZED.
 */
export const stripeSubscriptionRoutes =
  ({ billing }: Portal): FastifyPluginAsyncZod =>
  async (api) => {
    api.post(
      apiPaths.purchaseSession,
      {
        config,
        schema: {
          operationId: 'openPaymentPage',
          tags: ['Payments'],
          summary: 'Open a payment page',
          description: 'Returns the address of a payment page. An unknown coupon is ignored.',
          errors: ['ALREADY_SUBSCRIBED'],
          examples: {
            body: { userID: '8f14e45f-ceea-467f-a9d2-3c1b5e7d9f10', lang: 'en', coupon: 'WELCOME20' },
            answer: paymentPageExample,
          },

          body: z.object({ userID: z.string(), lang, coupon: z.string().optional() }),
          response: responses(paymentPage),
        },
      },
      async ({ session: { userId }, body }) => {
        if (body.userID !== userId) throw new Refusal('UNAUTHORIZED');
        return pageAnswer(await billing.purchase(userId, body.lang, body.coupon));
      },
    );

    api.post(
      apiPaths.manageSubscription,
      {
        config,
        schema: {
          operationId: 'openBillingPortal',
          tags: ['Payments'],
          summary: 'Open the page where a subscription is managed',
          description: 'Returns the address of the page where a subscription is managed.',
          errors: ['NOT_FOUND'],
          examples: { body: { customerID: 'cus_A1b2C3', lang: 'en' }, answer: paymentPageExample },

          body: z.object({ customerID: z.string(), lang }),
          response: responses(paymentPage),
        },
      },
      async ({ session: { userId }, body }) => pageAnswer(await billing.manage(userId, body.customerID, body.lang)),
    );

    api.post(
      apiPaths.refreshSubscription,
      {
        config,
        schema: {
          operationId: 'refreshSubscription',
          tags: ['Payments'],
          summary: 'Read the subscription from Stripe again',
          description:
            'Reads the subscription from Stripe again, for a visitor who returns before the webhook arrives. A checkout session of another person changes nothing.',
          examples: { body: { checkoutSessionID: 'cs_live_a1B2c3' }, answer: subscriptionExample },

          body: z.object({ checkoutSessionID: z.string().optional() }),
          response: responses(subscriptionAnswer),
        },
      },
      async ({ session: { userId }, body }) => ({
        ...successBody,
        ...(await billing.refresh(userId, body.checkoutSessionID)),
      }),
    );
  };
