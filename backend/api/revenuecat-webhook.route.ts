import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { serverPaths } from '../../src/contracts/api.ts';
import type { Portal } from '../domain/portal.ts';
import { responses, successBody, success } from './responses.ts';
import { keepRawBodies, rawBodyOf, webhookBodyLimit } from './raw-body.ts';

/**
 * Receives RevenueCat's events about subscriptions in the app stores: `{api_version, event}`, posted with the
 * `Authorization` header of its dashboard. It answers as soon as the job is stored that reads the subscriber, because
 * RevenueCat waits a minute at most. An event that we do not use is a success too.
 */
export const revenueCatWebhookRoutes =
  ({ stores }: Portal): FastifyPluginAsyncZod =>
  async (api) => {
    keepRawBodies(api);
    api.post(
      serverPaths.revenueCatWebhook,
      {
        bodyLimit: webhookBodyLimit,
        config: { auth: 'revenuecat' },
        schema: {
          operationId: 'receiveRevenueCatEvent',
          tags: ['Vendors'],
          summary: 'Receive an event of an app store subscription from RevenueCat',
          description:
            'Stores a job that reads the subscriber from RevenueCat. Events that the portal does not need get the same answer.',
          examples: { answer: successBody },

          response: responses(success),
        },
      },
      async (request) => {
        await stores.take(rawBodyOf(request));
        return successBody;
      },
    );
  };
