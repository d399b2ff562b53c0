import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { type ApiFailure, serverPaths, userApiVersion } from '../../src/contracts/api.ts';
import { languages } from '../../src/contracts/language.ts';
import { tokenPattern } from '../../src/contracts/token.ts';
import type { Portal } from '../domain/portal.ts';
import { Refusal } from '../domain/refusal.ts';
import { responses, successBody, failure, success, tokenExample } from './responses.ts';

const argument = z.object({
  token: z.string().regex(tokenPattern),
  userApiVersion: z.literal(userApiVersion),
  newParentPortalAccount: z.boolean(),
  lang: z.enum(languages),
});

const answer = z.discriminatedUnion('success', [
  success.extend({
    userAPIResponse: z.object({ success: z.literal(true), id: z.string(), passwordWasReset: z.boolean() }),
  }),
  failure,
]);

/**
 * Converts an error to a body for status 200. For any other status PlayFab only reports "the function failed" to its
 * caller.
 */
const travelling = (error: unknown): ApiFailure => {
  if (error instanceof Refusal) return { success: false, error: error.code };
  throw error;
};

/**
 * Handles `addOrUpdateUser`, posted by PlayFab (or its emulator) through CloudScript/ExecuteFunction to the URL that is
 * registered with `?secret=…`. The guard takes the player from `CallerEntityProfile`; an id in the argument is ignored.
 * The answer, refusals included, reaches the browser as `FunctionResult`.
 */
export const playfabFunctionRoutes =
  ({ users }: Portal): FastifyPluginAsyncZod =>
  async (api) => {
    api.post(
      serverPaths.playfabFunction,
      {
        config: { auth: 'playfab' },
        schema: {
          operationId: 'addOrUpdateUser',
          tags: ['Vendors'],
          summary: "Bind a session token to the player's account (cloud function)",
          description:
            'PlayFab calls this function for a signed-in player. It records the account and binds a session token to it. A refusal is an answer with status 200, because PlayFab passes nothing else on to the browser.',
          examples: {
            body: {
              FunctionArgument: {
                token: tokenExample,
                userApiVersion: '2.0',
                newParentPortalAccount: true,
                lang: 'en',
              },
              CallerEntityProfile: {
                Entity: { Id: 'A1B2C3D4', Type: 'title_player_account' },
                Lineage: { TitleId: 'A1B2C', MasterPlayerAccountId: '9F8E7D6C5B4A' },
              },
              TitleAuthenticationContext: { Id: 'A1B2C', EntityToken: 'NHwxMjM0' },
            },
            answer: {
              success: true,
              userAPIResponse: { success: true, id: '8f14e45f-ceea-467f-a9d2-3c1b5e7d9f10', passwordWasReset: false },
            },
          },

          querystring: z.object({ secret: z.string().optional() }),
          body: z.looseObject({ FunctionArgument: argument }),
          response: responses(answer),
        },
      },
      async (request) => {
        try {
          const user = await users.addOrUpdate(request.playfabId, request.body.FunctionArgument);
          return { ...successBody, userAPIResponse: { ...successBody, ...user } };
        } catch (error) {
          return travelling(error);
        }
      },
    );
  };
