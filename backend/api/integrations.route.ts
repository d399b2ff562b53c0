import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { apiPaths } from '../../src/contracts/api.ts';
import { platform, tokenPattern } from '../../src/contracts/token.ts';
import type { Portal } from '../domain/portal.ts';
import { answers, done, success } from './answers.ts';
import { bearerOf } from './guards.ts';

const querystring = z.object({ p: z.literal(platform) });

/**
 * Sessions (spec section 7, decisions section 4).
 * PUT makes a token valid that the cloud function bound; with `Authorization: Bearer <old token>` it is a renewal;
 * with `leaving` besides, the old token went out in a store link: it lives another day, not a minute, and may only read.
 * It is public because the token in its body is all there is to judge: one that nobody bound opens nothing.
 * DELETE logs out.
 */
export const integrationsRoutes =
  (portal: Portal): FastifyPluginAsyncZod =>
  async (api) => {
    api.put(
      apiPaths.integrations,
      {
        config: { auth: 'public', limit: 'token' },
        schema: {
          summary: 'Activate a session token, or renew one',
          querystring,
          body: z.object({ token: z.string().regex(tokenPattern), leaving: z.literal('true').optional() }),
          response: answers(success),
        },
      },
      async (request) => {
        const { token, leaving } = request.body;
        const replaced = bearerOf(request);
        await portal.sessions.activate(
          token,
          replaced === undefined ? null : { token: replaced, leaving: leaving !== undefined },
        );
        return done;
      },
    );

    api.delete(
      apiPaths.integrations,
      {
        config: { auth: 'user', tokenIn: 'bearer', access: 'read', limit: 'token' },
        schema: { summary: 'Log out', querystring, response: answers(success), security: [{ bearer: [] }] },
      },
      async (request) => {
        await portal.sessions.end(request.session.token);
        return done;
      },
    );
  };
