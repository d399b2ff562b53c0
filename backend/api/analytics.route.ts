import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { apiPaths } from '../../src/contracts/api.ts';
import type { Portal } from '../domain/portal.ts';
import { responses, successBody, success } from './responses.ts';
import { visitorOf } from './visitor.ts';

/**
 * Accepts first-party events (product-spec.md#7-calls-made, decisions.md#8-privacy-and-consent). `data` is JSON text
 * with a short list of allowed fields. The consent that forwarding requires is in the request's own headers.
 */
export const analyticsRoutes =
  ({ analytics }: Portal): FastifyPluginAsyncZod =>
  async (api) => {
    api.post(
      apiPaths.analyticsLog,
      {
        config: { auth: 'public', limit: 'analytics' },
        schema: {
          summary: 'Count an event',
          body: z.strictObject({
            type: z.enum(['page_view', 'sign_up', 'sign_in', 'teacher_sign_up']),
            // PostgreSQL rejects the year 0, and no event is older than this.
            timestamp: z.iso.datetime().refine((time) => time >= '1970'),
            data: z.string().max(512),
          }),
          response: responses(success),
        },
      },
      async (request) => {
        await analytics.log(request.body, visitorOf(request));
        return successBody;
      },
    );
  };
