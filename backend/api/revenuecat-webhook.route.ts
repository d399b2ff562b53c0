import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { apiPaths } from '../../src/contracts/api.ts';
import type { Portal } from '../domain/portal.ts';
import { answers, done, success } from './answers.ts';
import { keepRawBodies, rawBodyOf, webhookBodyLimit } from './raw-body.ts';

/**
 * What RevenueCat tells of subscriptions in the app stores: `{api_version, event}`, posted with the `Authorization`
 * header of its dashboard and, where signing is on, `X-RevenueCat-Webhook-Signature`. Answered as soon as the event is
 * written down, for RevenueCat waits a minute at most; what we have no use for is a success too.
 * Errors: UNAUTHORIZED, INVALID_PAYLOAD (no event).
 */
export const revenueCatWebhookRoutes =
  (portal: Portal): FastifyPluginAsyncZod =>
  async (api) => {
    keepRawBodies(api);
    api.post(
      apiPaths.revenueCatWebhook,
      {
        bodyLimit: webhookBodyLimit,
        config: { auth: 'revenuecat' },
        schema: { summary: 'Events of app-store subscriptions, from RevenueCat', response: answers(success) },
      },
      async (request) => {
        await portal.stores.take(rawBodyOf(request));
        return done;
      },
    );
  };
