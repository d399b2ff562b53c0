import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { apiPaths } from '../../src/contracts/api.ts';
import { languages } from '../../src/contracts/language.ts';
import type { Portal } from '../domain/portal.ts';
import { Refusal } from '../domain/refusal.ts';
import { responses, successBody, success } from './responses.ts';
import { subscriptionAnswer } from './subscription-answer.ts';

const config = { auth: 'user', tokenIn: 'bearer', limit: 'payment' } as const;
const lang = z.enum(languages);
const paymentPage = success.extend({ data: z.object({ session: z.object({ url: z.string() }) }) });
const pageAnswer = (url: string) => ({ ...successBody, data: { session: { url } } });

/**
 * Starts a payment and manages a subscription (product-spec.md#7-calls-made, decisions.md#4-sessions-and-tokens). The
 * ids in the bodies are part of the product's contract and grant no access: the caller is the token's owner, and
 * another person's id is UNAUTHORIZED.
 * Errors: UNAUTHORIZED, TOKEN_EXPIRED, ALREADY_SUBSCRIBED (409), TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE (Stripe is
 * unreachable).
 */
export const stripeSubscriptionRoutes =
  ({ billing }: Portal): FastifyPluginAsyncZod =>
  async (api) => {
    api.post(
      apiPaths.purchaseSession,
      {
        config,
        schema: {
          summary: 'Open a payment page',
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
          summary: 'Open the page where a subscription is managed',
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
          summary: 'Read the subscription from Stripe again',
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
