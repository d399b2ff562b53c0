import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { apiPaths } from '../../src/contracts/api.ts';
import type { Portal } from '../domain/portal.ts';
import { answers, done, success } from './answers.ts';
import { visitorOf } from './visitor.ts';

/**
 * First-party events (spec section 7, decisions section 8). `data` is JSON text; what it may hold is a short list. The
 * consent that forwarding needs is in the request's own headers.
 */
export const analyticsRoutes =
  (portal: Portal): FastifyPluginAsyncZod =>
  async (api) => {
    api.post(
      apiPaths.analyticsLog,
      {
        config: { auth: 'public', limit: 'analytics' },
        schema: {
          summary: 'Count an event',
          body: z.strictObject({
            type: z.enum(['page_view', 'sign_up', 'sign_in', 'teacher_sign_up']),
            // PostgreSQL knows no year 0, and nobody counted anything before this.
            timestamp: z.iso.datetime().refine((time) => time >= '1970'),
            data: z.string().max(512),
          }),
          response: answers(success),
        },
      },
      async (request) => {
        await portal.analytics.log(request.body, visitorOf(request));
        return done;
      },
    );
  };
