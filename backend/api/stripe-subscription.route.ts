import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { apiPaths } from '../../src/contracts/api.ts';
import { languages } from '../../src/contracts/language.ts';
import type { Portal } from '../domain/portal.ts';
import { Refusal } from '../domain/refusal.ts';
import { answers, done, success } from './answers.ts';
import { subscriptionAnswer } from './subscription-answer.ts';

const config = { auth: 'user', tokenIn: 'bearer', limit: 'payment' } as const;
const security = [{ bearer: [] }];
const lang = z.enum(languages);
const paymentPage = success.extend({ data: z.object({ session: z.object({ url: z.string() }) }) });
const pageAnswer = (url: string) => ({ ...done, data: { session: { url } } });

/**
 * Paying and managing (spec section 7, decisions section 4). The ids in the bodies are the product's contract and open
 * nothing: who asks is the token's owner, and an id that is not his is UNAUTHORIZED.
 * Errors: UNAUTHORIZED, TOKEN_EXPIRED, ALREADY_SUBSCRIBED (409), TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE (Stripe is away).
 */
export const stripeSubscriptionRoutes =
  (portal: Portal): FastifyPluginAsyncZod =>
  async (api) => {
    api.post(
      apiPaths.purchaseSession,
      {
        config,
        schema: {
          summary: 'Open a payment page; an unknown coupon is ignored',
          security,
          body: z.object({ userID: z.string(), lang, coupon: z.string().optional() }),
          response: answers(paymentPage),
        },
      },
      async ({ session: { userId }, body }) => {
        if (body.userID !== userId) throw new Refusal('UNAUTHORIZED');
        return pageAnswer(await portal.billing.purchase(userId, body.lang, body.coupon));
      },
    );

    api.post(
      apiPaths.manageSubscription,
      {
        config,
        schema: {
          summary: 'Open the page where a subscription is managed',
          security,
          body: z.object({ customerID: z.string(), lang }),
          response: answers(paymentPage),
        },
      },
      async ({ session: { userId }, body }) =>
        pageAnswer(await portal.billing.manage(userId, body.customerID, body.lang)),
    );

    api.post(
      apiPaths.refreshSubscription,
      {
        config,
        schema: {
          summary: 'Read the subscription anew from Stripe, on return from one of its pages',
          security,
          body: z.object({ checkoutSessionID: z.string().optional() }),
          response: answers(subscriptionAnswer),
        },
      },
      async ({ session: { userId }, body }) => ({
        ...done,
        ...(await portal.billing.refresh(userId, body.checkoutSessionID)),
      }),
    );
  };
