import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { apiPaths } from '../../src/contracts/api.ts';
import { platform, tokenPattern } from '../../src/contracts/token.ts';
import type { Portal } from '../domain/portal.ts';
import { responses, successBody, success } from './responses.ts';
import { bearerOf } from './guards.ts';

const querystring = z.object({ p: z.literal(platform) });

/**
 * Manages sessions (product-spec.md#7-calls-made, decisions.md#4-sessions-and-tokens).
 * PUT activates a token that the cloud function bound. With `Authorization: Bearer <old token>` it is a renewal. With
 * `leaving` as well, the old token was sent in a store link: it stays valid for a day instead of a minute, and may only
 * read.
 * After a password reset a sign-in also sends `ticket`, its PlayFab session ticket, and `code`, what the person typed.
 * PUT is public because the token in its body is the only credential; a token that was never bound is refused.
 * DELETE ends the session.
 */
export const integrationsRoutes =
  ({ sessions }: Portal): FastifyPluginAsyncZod =>
  async (api) => {
    api.put(
      apiPaths.integrations,
      {
        config: { auth: 'public', limit: 'token' },
        schema: {
          summary: 'Activate a session token, or renew one',
          querystring,
          body: z.object({
            token: z.string().regex(tokenPattern),
            leaving: z.literal('true').optional(),
            // It is sent to PlayFab as a header.
            ticket: z
              .string()
              .regex(/^[!-~]{1,1024}$/)
              .optional(),
            code: z.string().max(64).optional(),
          }),
          response: responses(success),
        },
      },
      async (request) => {
        const { token, leaving, ticket, code } = request.body;
        const replaced = bearerOf(request);
        await sessions.activate(
          token,
          replaced === undefined ? null : { token: replaced, leaving: leaving !== undefined },
          { ip: request.ip, ticket, code },
        );
        return successBody;
      },
    );

    api.delete(
      apiPaths.integrations,
      {
        config: { auth: 'user', tokenIn: 'bearer', access: 'read', limit: 'token' },
        schema: { summary: 'Log out', querystring, response: responses(success) },
      },
      async (request) => {
        await sessions.end(request.session.token);
        return successBody;
      },
    );
  };
