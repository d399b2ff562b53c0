import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { apiPaths } from '../../src/contracts/api.ts';
import { platform, tokenPattern } from '../../src/contracts/token.ts';
import type { Portal } from '../domain/portal.ts';
import { Refusal } from '../domain/refusal.ts';
import type { SignsFor } from './origins.ts';
import { responses, successBody, success, tokenExample } from './responses.ts';
import { bearerOf } from './guards.ts';

const querystring = z.object({ p: z.literal(platform) });

/**
 * Manages sessions (product-spec.md#7-calls-made, decisions.md#4-sessions-and-tokens).
 * PUT activates a token that the cloud function bound. With `Authorization: Bearer <old token>` it is a renewal. With
 * `leaving` as well, the old token was sent in a store link: it stays valid for a day instead of a minute, and may only
 * read.
 * After a password reset a sign-in also sends `ticket`, its PlayFab session ticket, and `code`, what the person typed.
 * A sign-in in a partner's page also sends `partner`, the key of that page, and gets a signed `idToken`.
 * PUT is public because the token in its body is the only credential; a token that was never bound is refused.
 * DELETE ends the session.
 */
export const integrationsRoutes =
  ({ sessions, idTokens }: Portal, signsFor: SignsFor): FastifyPluginAsyncZod =>
  async (api) => {
    api.put(
      apiPaths.integrations,
      {
        config: { auth: 'public', limit: 'token' },
        schema: {
          operationId: 'activateToken',
          tags: ['Account'],
          summary: 'Activate a session token, or renew one',
          description:
            'Makes a token valid that the cloud function has bound to a user. With the old token as `Authorization: Bearer`, it is a renewal, and the old token ends a minute later. With `leaving`, the old token lives another day and may only read, because it is in a store link. When the cloud function answers `passwordWasReset`, the call needs `ticket`, the PlayFab session ticket of the sign-in, or `code`, from the mail about the reset. With `partner`, the key of the partner’s page, a sign-in is also answered with `created` and an `idToken` for that partner’s server.',
          errors: ['TOKEN_EXPIRED', 'SIGN_IN_CODE_REQUIRED'],
          security: [{}, { sessionToken: [] }],
          examples: { body: { token: tokenExample }, answer: successBody },

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
            partner: z.string().max(64).optional(),
          }),
          response: responses(success.extend({ idToken: z.string().optional(), created: z.boolean().optional() })),
        },
      },
      async (request) => {
        const { token, leaving, ticket, code, partner } = request.body;
        const replaced = bearerOf(request);
        if (partner !== undefined) {
          if (replaced !== undefined) throw new Refusal('INVALID_PAYLOAD');
          if (!signsFor(partner, 'parent', request.headers.origin)) throw new Refusal('FORBIDDEN');
        }
        const activation = await sessions.activate(
          token,
          replaced === undefined ? null : { token: replaced, leaving: leaving !== undefined },
          { ip: request.ip, ticket, code },
          partner ?? null,
        );
        if (partner === undefined) return successBody;
        return {
          ...successBody,
          idToken: await idTokens.ofParent(partner, activation),
          created: activation.created,
        };
      },
    );

    api.delete(
      apiPaths.integrations,
      {
        config: { auth: 'user', tokenIn: 'bearer', access: 'read', limit: 'token' },
        schema: {
          operationId: 'signOut',
          tags: ['Account'],
          summary: 'Log out',
          description: 'Ends the session of the token.',
          examples: { answer: successBody },
          querystring,
          response: responses(success),
        },
      },
      async (request) => {
        await sessions.end(request.session.token, request.session.userId);
        return successBody;
      },
    );
  };
