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
          operationId: 'logEvent',
          tags: ['Visits'],
          summary: 'Count an event',
          description:
            'Counts an event of a first-party page. `data` is JSON text with a short list of allowed fields.',
          examples: {
            body: {
              type: 'page_view',
              timestamp: '2026-11-20T08:15:00.000Z',
              data: '{"eventID":"5f0c6f0e-8b7a-4b55-9a3e-0d9c5f1b2a34","clientID":"1234.5678","page":"/","lang":"en"}',
            },
            answer: successBody,
          },

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
