import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { apiPaths } from '../../src/contracts/api.ts';
import type { Portal } from '../domain/portal.ts';
import { answers, done, success } from './answers.ts';
import { keepRawBodies, webhookBodyLimit } from './raw-body.ts';

/**
 * Stripe's events. The guard has checked the `Stripe-Signature` header over the body as it came; the event is written
 * down as a job and answered at once, and what we have no use for is a success too.
 * Errors: INVALID_PAYLOAD (forged, old, serialised anew, or the other kind of money).
 */
export const stripeWebhookRoutes =
  (portal: Portal): FastifyPluginAsyncZod =>
  async (api) => {
    keepRawBodies(api);
    api.post(
      apiPaths.stripeWebhook,
      {
        bodyLimit: webhookBodyLimit,
        config: { auth: 'stripe' },
        schema: { summary: 'Events of subscriptions, from Stripe', response: answers(success) },
      },
      async (request) => {
        await portal.billing.takeEvent(request.stripeEvent);
        return done;
      },
    );
  };
