import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { serverPaths } from '../../src/contracts/api.ts';
import type { Portal } from '../domain/portal.ts';
import { responses, successBody, success } from './responses.ts';
import { keepRawBodies, webhookBodyLimit } from './raw-body.ts';

/**
 * Receives Stripe's events. The guard has verified the `Stripe-Signature` header over the unparsed body. The event is
 * stored as a job and answered at once. An event that we do not use is a success too.
 */
export const stripeWebhookRoutes =
  ({ billing }: Portal): FastifyPluginAsyncZod =>
  async (api) => {
    keepRawBodies(api);
    api.post(
      serverPaths.stripeWebhook,
      {
        bodyLimit: webhookBodyLimit,
        config: { auth: 'stripe' },
        schema: {
          operationId: 'receiveStripeEvent',
          tags: ['Vendors'],
          summary: 'Receive an event of a subscription from Stripe',
          description: 'Stores an event of Stripe as a job. Events that the portal does not need get the same answer.',
          examples: { answer: successBody },
          response: responses(success),
        },
      },
      async (request) => {
        await billing.takeEvent(request.stripeEvent);
        return successBody;
      },
    );
  };
