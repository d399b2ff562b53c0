import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { type ApiFailure, apiPaths, userApiVersion } from '../../src/contracts/api.ts';
import { languages } from '../../src/contracts/language.ts';
import { tokenPattern } from '../../src/contracts/token.ts';
import type { Portal } from '../domain/portal.ts';
import { Refusal } from '../domain/refusal.ts';
import { answers, done, failure, success } from './answers.ts';

const argument = z.object({
  token: z.string().regex(tokenPattern),
  userApiVersion: z.literal(userApiVersion),
  newParentPortalAccount: z.boolean(),
  lang: z.enum(languages),
});

const answer = z.discriminatedUnion('success', [
  success.extend({ userAPIResponse: z.object({ success: z.literal(true), id: z.string() }) }),
  failure,
]);

/** PlayFab hands a caller the JSON of a 200 only; of anything else it says no more than "the function failed". */
const travelling = (error: unknown): ApiFailure => {
  if (error instanceof Refusal) return { success: false, error: error.code };
  throw error;
};

/**
 * `addOrUpdateUser`, posted by PlayFab (or its emulator) as CloudScript/ExecuteFunction tells it, to the URL that is
 * registered with `?secret=…`. The guard takes the player from `CallerEntityProfile`; an id in the argument is nothing.
 * The answer travels back to the browser as `FunctionResult`, a refusal included.
 * Errors: AccountNotFound (being deleted), TOKEN_EXPIRED (the token is somebody else's), TOO_MANY_REQUESTS.
 */
export const playfabFunctionRoutes =
  (portal: Portal): FastifyPluginAsyncZod =>
  async (api) => {
    api.post(
      apiPaths.playfabFunction,
      {
        config: { auth: 'playfab' },
        schema: {
          summary: "The cloud function: records the player's account and binds a session token to it",
          querystring: z.object({ secret: z.string().optional() }),
          body: z.looseObject({ FunctionArgument: argument }),
          response: answers(answer),
        },
      },
      async (request) => {
        try {
          const id = await portal.users.addOrUpdate(request.playfabId, request.body.FunctionArgument);
          return { ...done, userAPIResponse: { ...done, id } };
        } catch (error) {
          return travelling(error);
        }
      },
    );
  };
